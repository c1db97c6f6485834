"""Pictures of games to share: drawn as SVG with nothing but shapes, so that they look the same everywhere.

It needs no terminal and no font. Places are in units of the picture, x from the left and y from the top.
"""
