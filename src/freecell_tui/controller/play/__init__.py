"""A game at the table: what the player does with it, is taught, and watches again."""
