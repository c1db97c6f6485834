"""What a player finds in the game besides playing: a file a feature."""
