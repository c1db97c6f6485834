"""Pictures of games to share, drawn as SVG with nothing but shapes.

So they look the same everywhere, and need neither a terminal nor a font.
Places are in units of the picture, x from the left and y from the top.
"""
