"""How the table looks: where every card is, how it is drawn, and in which colours.

- Where is a card? `layout`: pure geometry of one screen size, shared with the mouse; while it flies, `motion`.
- Where is it drawn? `painter` goes through the piles of a `Scene` and decides each card's state (`lifted`, `cursor`,
  `found`, …); `cards/style` draws one card in that state, solid or as an outline.
- Where is its colour decided? A cell's role, as in `lifted red`, names a surface and an ink. `themes/theme` turns it
  into a terminal's attributes, `themes` reads the colours from TOML, `themes/palette` finds the nearest of 256 or 16.
- Which characters can be shown? `glyphs`: decided once, by the terminal's encoding and kind and by the settings.
- What did the player choose? `appearance`: theme, number of colours and size of the cards, from the settings.
"""
