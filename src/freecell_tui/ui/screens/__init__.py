"""The screens that fill the terminal: title, table and replay."""
