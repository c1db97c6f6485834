"""The terminal behind urwid: the filters of `input` make keys of its bytes, and `screen` sends it what has changed."""
