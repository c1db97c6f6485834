"""Tools for research: proofs that a deal can or cannot be won, and surveys of many deals.

They use the rules, the solver and the storage; nothing of the game uses them.
Their program `freecell-lab` is in `lab_cli`.
`proofs` finds proofs and writes certificates, and `check_certificate` checks a certificate without trusting either.
A `survey` asks one question about thousands or billions of deals, `survey_folder` keeps the results, and `survey_run`
gets them from any executor of `concurrent.futures`.
"""
