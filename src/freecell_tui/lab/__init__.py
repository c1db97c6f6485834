"""For those who compute: proofs that a deal can be won or not, and surveys of thousands of deals.

It leans on the rules, the solver and the storage; nothing of the game leans on it.
"""
