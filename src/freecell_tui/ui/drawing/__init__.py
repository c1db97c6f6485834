"""How the table looks: where cards lie, how they are drawn, and in which colours."""
