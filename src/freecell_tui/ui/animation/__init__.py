"""Cards in flight, and the show after a win."""
