"""The campaign: every fault that a player's machine may have, many times, to see that no game is lost by it."""
