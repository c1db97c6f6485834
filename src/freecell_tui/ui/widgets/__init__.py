"""Two kinds of dialogs that most are made of: a text is `lines`, a list with a chosen row is `rows`."""
