"""What the solver is asked about the game being played, and what the player is told of it."""
