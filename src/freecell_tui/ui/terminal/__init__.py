"""The terminal: input, output, flow control and signals."""
