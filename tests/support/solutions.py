"""Won games, move for move, to replay: what solvers and people have written down, as they wrote it."""

# fc-solve 5.0.0: `fc-solve -l ve --flares-choice fcpro -fif 5 -m -snx`. Every home move is written.
FC_SOLVE = {
    1: """
        5a 5b 1c 1d 15 35 61 61 6h 1h 6h b2 8b 87 48 a7 82 8h 3a 83 87 17 1h 61 c6 18v2 18 b8 4c 24 21 61 7b 7h 37
        36 38 32 a2 36 16 2a 23 21 24 a3 31 54 5a 5h 23 56 25 2h bh a2 12 78 7b 7a 7h 4h 8h ah 4h 8h 6h 4h 8h dh 4h
        8h 4h 7a 7h 41v4 4d 47 4h 6h 8h 1h 6h 2h 8h 1h 6h 2h 8h 1h 6h 2h 8h 1h 6h 4h 2h 8h bh dh ch ah 7h 8h 3h 5h
        8h""",
    2: """
        1h 7a 7b 7h 2c 2h 1d 1h 62 b6 8b 8h dh 64 7d 7h 6h 65 61 6h 56 5h c1 6c b6 5b 56 d6 3d 35 43 c6 53 45 4h 4h
        bh 6h 1h 4c 4b 4h 4h 64 6h 3h 8h b6 1b 1h 3h 3h dh 5d 5h 8h ah 2a 2h dh 1d 1h 4h 54 5h bh 8b 8h 6h ch 6h ah
        2h 3c 3a 35 3h 5h bh ch dh 2h 4h 2h 1h 7h ah 2h 3h""",
    3: """
        5h 6h 2a 2b 2c 2h 5d 5h bh 35 3h 3h 8b 8h ah 5h 8a 8h c7 5c 56 5h 25 26 2h 78 7h 7h c7 4c 42 4h 2h ch 1c 12
        1h 1h bh 7h 7h ch 7h 1h 8b 8h 8c 8h 48 4h 45 4h b5 82 6b 64 68 6h 1h 2h b4 6b 6h 6h 2h dh 7h 4h 3d 3h 3h 5h
        3h dh ch 5h 4h 1h 8h bh 5h ah""",
    5: """
        2h 1a 1b 1c a1 18 4a 1d 14 1h bh 43 4b 41 4h b2 7b 7h c5 b4 61 6c 6b 6h b4 5b 5h a4 1a 1h c5 85 8h 6h 64 a8
        51v5 5h 4h 7c 7a 7h 56 53 5h 35 3h 8h a8 3a 3h 3h 3h d5 4d 4h d3 34 3d 3h 3h 23 2h ch 2h 34 2c 23 2h 7h 5h
        24 87 82 81 8h 8h 5h 3h bh ah 7h 2h 1h ch 4h 1h 4h 1h 4h 1h 4h 1h 4h 6h dh 4h 4h 1h""",
    10: """
        5h 3a 3b 3h 2c 2h 57 5d 51 5h c1 3c 53 85 8h 61 76 73 a7 8a 8h c8 6c 6h c3 2c 25 28 2h 61 b8 76 1b 1h 76 76
        7h 7h 4h bh 2h 48 4b 47 42 4h 3h 3h 48 34 3h 2h 32 3h 5h 5h 6h 48 16 b1 81 87 a3 23 63 6b 6h 6h 1h 3h 15v8
        1a 14 18 12 1h 5h 3h 5h 3h ah 5h 3h ch 4h 5h 3h 7h 5h 3h bh 8h 7h 5h 3h dh 5h 2h 3h 5h""",
    100: """
        7a 7b 7c 7h 1d 1h 1h b1 15 1b 12 1h 8h d1 8d 81 8h 8h 63 d6 51 b7 2d 2b 2h 6h 6h 6h 46 54 c5 45 4h 4h 38 a2
        3c 32 35 3a 3h 3h 6h 5h 13 1h ah 1a 1h b1 d1 82 6b 56 5h 3h 5d 5h 5h 68 6h dh 6d 6h 67 6h 8h 23v6 2h 3h bh
        ah 4h 3h dh 2h 4h 3h 7h 2h 3h 2h 4h 3h 7h 7h 7h 1h 3h ch 1h""",
    617: """
        2a 27 72 4b 46 4c 4d 42 4h 7h dh 47 74v2 7d 7h 74 87 8h 73 17 16 1h d6 83 87 8d 8h c7 21 d8 2c 28 2d 2h 4h
        6h 4h 4h 6h 6h c6 78 32v3 3h 3c 34 3h bh 6h 3b 3h 6h 6h 6h 57 5h 63 6h 6h ch 8h 8h 7h 34 5c 56 5h 5h 6h dh
        ch 1d 1c 17 13 15 16 12 1h 4h 6h dh 4h 7h 2h ch 8h 2h bh 3h 8h 2h 5h ah 8h 2h""",
    1000: """
        6h 3h 7a 7h 8b 8h 5c 5d 5h 5h 6h 7h 6h c6 63 26 28 2h 2c 2h 2h 12 1h 28 72 c7 b7 4c 4b 4h 4h 5h 4h 6h 5h ah
        6a 6h 85 8h 3h 7h 87 84 8h ah 5h b7 34 3a 3h 3h 3h 7h 7h 87 a2 4h 13 1h 1h 1h dh 43 4h 2b 2h 4a 4h 1h 7h 7h
        3h 7d 7h 7h dh bh ah 3h ch 3h""",
}

# The same games in standard notation, where Horne's autoplay is not written.
STANDARD = {
    1: """
        5a 5b 1c 1d 15 35 61 61 b2 8b 87 48 a7 82 8h 3a 83 87 17 61 c6 18 18 b8 4c 24 21 61 7b 7h 37 36 38 32 a2 36
        16 2a 23v1 21 24 a3 31 54 5a 23 56 25 a2 12 78 7b 7a dh 4h 7a 41 4d 47""",
    2: """
        1h 7a 7b 2c 1d 62 b6 8b dh 64 7d 6h 65 61 56 5h c1 6c b6 5b 56 d6 3d 35 43 c6 53 45 4h 1h 4c 4b 4h 64 6h 3h
        8h b6 1b 1h 3h 3h dh 5d 5h 8h ah 2a 2h dh 1d 4h 54 bh 8b 2h 3c 3a""",
    3: """
        5h 2a 2b 2c 5d 35 3h 8b 8h ah 5h 8a c7 5c 56 5h 25 26 78 7h c7 4c 42 ch 1c 12 1h 7h ch 7h 1h 8b 8h 8c 48 45
        b5 82 6b 64v1 68 b4 6b 4h 3d 3h""",
    5: """
        2h 1a 1b 1c a1 18 4a 1d 14 43 4b 41 4h b2 7b 7h c5 b4 61 6c 6b 6h b4 5b 5h a4 1a 1h c5 85 64 a8 51 5h 4h 7c
        7a 7h 56 53 5h 35 3h 8h a8 3a 3h 3h 3h d5 4d 4h d3 34 3d 3h 23 2h ch 2h 34 2c 23 24 87v1 82 81 8h 6h 4h""",
    10: """
        5h 3a 3b 2c 57 5d 51 c1 3c 53 85 61 76 73 a7 8a 8h c8 6c 6h c3 2c 25 28 61 b8 76 1b 1h 76 76 7h 2h 48 4b 47
        42 48 34 3h 2h 32 3h 5h 5h 6h 48 16 b1 81 87 a3 23 63 6b 6h 3h 15 1a 14 18 12""",
    100: """
        7a 7b 7c 1d 1h b1 15 1b 12 d1 8d 81 63 d6 51 b7 2d 2b 6h 6h 46 54 c5 45 38 a2 3c 32 35 3a 3h 6h 5h 13 1h ah
        1a 1h b1 d1 82 6b 56 5d 5h 68v1 6h dh 6d 6h 67 23 4h 7h""",
    617: """
        2a 27 72 4b 46 4c 4d 42 dh 47 74 7d 74 87 73 17 16 1h d6 83 87 8d c7 21 d8 2c 28 2d 4h 6h c6 78 32 3c 34 3b
        6h 6h 57 5h 63 6h 6h ch 8h 8h 7h 34 5c 56 5h ch 1d 1c 17v1 13v1 15 16 12""",
    1000: """
        6h 7a 8b 5c 5d c6 63 26 28 2c 2h 12 28 72 c7 b7 4c 4b 5h ah 6a 6h 85v1 8h 3h 7h 87 84 b7 34 3a 3h 3h 7h 87
        a2 4h 13 1h 1h 43 4h 2b 2h 4a 3h 7d 7h""",
}

# By people: the Solitaire Laboratory's catalogue of solved deals. They count on Horne's autoplay.
HUMAN = {
    1: """
        3a 32 7b 3c 37 37 b7 8b 87 48 82 a8 4a 34 57 54 85 8d 87 c7 d7 b8 38 23 28 32 6b 6c 78 a3 73 7a 7c 74 c7 67
        63 56 8h b8 5b 51 b5 24 25 6h 6h 24 26 a4 37 2a 8h 4h 1h 17 1h 1b 8h 4h 4b 4c 4d a2 42 46 3h 7h 13""",
    3: """
        28 5a 5b 56 27 72 b7 37 38 5b 65 35 35 35 15 3c 83 8h 3h 7h bh 3b 83 c3 8c 84 c8 28 18 46 4c 4h ch 2c 23 74
        67 62 c2 1c 13 48 42""",
    5: """
        53 6a 65 67 85 a8 68 27 67 1a 1b 13 15 a5 1a 1c 86 85 86 86 21 25 2b 27 42 45 c5 42 47 4h 48 48 78 7c 7h 71
        78 7h ah b8 34 31 32 c7 37 3a 31 a3 13 27 67 52 53 56""",
    617: """
        83 53 6a 6b 6c 56 c5 a5 b6 2a 4b 45 21 41 72 4c 4d 47 ch 51 54 5c 56 b6 76 d5 14 15 12 7b 7d 76 17 14 d4 1h
        27 21 25 71 7d 27 d7 2d d2 c2 bh 8b 87 8c c8 78 58 37 35 3c a4 34 b4 c2 13 1a 1b""",
    6893: """
        82 85 32 3d 35 32 38 72 73 dh 4h 3h 41 54 63 68 65 35 23 56 58 85 87 48 42 14 1d 73 d7 13 61 12""",
    7851: """
        26 83 87 38 38 38 34 27 27 21 37 37 83 2a 72 73 18 48 18 64 62 68 7b 78 48 7c 7d b7 d7 c7 57 4b 4c 4d 56""",
    23190: """
        6d 76 75 d5 7d 75 72 7a 37 57 27 31 37 17 d3 5d 57 5c 57 5b 52 a2 c5 b5 1c 12 15 17 16 15 d1 c1 85 85 45 4d
        4c 41 46 45 d4 c5 25 86 81 8a 48 64 6b 61 6c 62 6d a6 c6 86 b8 48 24 21 3a 3b""",
}

# Seahaven Towers, deal 2, by `fc-solve -g seahaven -m -snx`: its tenth column is 10.
FC_SOLVE_SEAHAVEN_2 = """
    9h 2h 4a 4d c4 b4 8c d8 c6 9b 9d 9c a9 b4 5a 5b d5 1d 1h 105 24 25 a2 10a d10 a10 6d 6a 6h a6 d6 3a 3h 10h 10h
    10h 2h 2h ah 4h 4h 4h 4h 4h 7h 7h 5h 5h 5h 5h 5h 9h 9h 1h 8h 8h 1h 3h 4h 6h 6h 6h 3h 7h 7h c6 8d b8 d6 6a 6c 6b
    6h 4h 5h b8 c8 a8 82 8h 10h 10h 2h 2h 2h 2h 2h 2h 1h 3h 7h"""
