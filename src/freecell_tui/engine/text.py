"""Small change of sentences."""


def counted(number: int, thing: str, none: str = "0") -> str:
    """A number of things; `none` is said for 0.

    >>> counted(1, "move"), counted(2, "move"), counted(0, "move"), counted(0, "cell", none="no")
    ('1 move', '2 moves', '0 moves', 'no cells')
    """
    return f"{number or none} {thing}{'s' * (number != 1)}"


def begins_sentence(text: str) -> str:
    """A text as it stands at the beginning of a sentence.

    >>> begins_sentence("column 3"), begins_sentence("")
    ('Column 3', '')
    """
    return text[:1].upper() + text[1:]
