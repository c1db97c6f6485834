"""What is kept of a player’s finished games: entering results, and statistics as text."""
