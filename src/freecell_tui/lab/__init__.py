"""Tools for research: proofs that a deal can or cannot be won, and surveys of many deals.

They use the rules, the solver and the storage; nothing of the game uses them.
"""
