"""What a player may do with games, whatever the front end: no terminal library, and nothing is printed."""
