"""The look of the table: the places of the cards, their drawing, and their colours.

- Where is a card? `layout` has the geometry of a screen size, shared with the mouse; `motion` has cards in flight.
- How is a card drawn? `painter` goes through the piles of a `Scene` and decides each card's state (`lifted`, `cursor`,
  `found`, …); `cards/style` draws a card in that state, solid or as an outline.
- Which colour has a cell? The cell's role, as in `lifted red`, names a surface and an ink. `themes/theme` turns roles
  into a terminal's attributes, `themes` reads the colours from TOML, `themes/palette` finds the nearest of 256 or 16.
- Which characters can be shown? `glyphs` is chosen by the terminal's encoding and kind, and again whenever the
  settings change.
- What did the player choose? `appearance` has the theme, the number of colours and the size of the cards.
"""
