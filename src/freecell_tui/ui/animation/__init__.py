"""What moves on the table; the game itself is always ahead of it.

`motion` is asked for every frame which cards are in the air, and works that out from two positions of a game;
`flourish` is the show after a win. Both use the layout and the painter of `freecell_tui.ui.drawing`.
"""
