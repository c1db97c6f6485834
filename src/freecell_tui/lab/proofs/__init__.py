"""Proofs that a position is won or lost: the prover, the certificates it writes, and their checker."""
