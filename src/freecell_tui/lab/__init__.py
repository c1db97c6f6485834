"""Tools for research: proofs that a deal can or cannot be won, and surveys of many deals.

They use the rules, the solver and the storage; nothing of the game uses them. `cli` is their program, `freecell-lab`.
`proofs` finds them and writes certificates, and `check_certificate` believes neither. A `survey` asks one question
about thousands or billions of deals, `survey_folder` has the results, and `survey_run` has them worked out by any
executor of `concurrent.futures`.
"""
