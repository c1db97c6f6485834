"""The parts that dialogs are made of."""
