"""What single cards and empty places look like: `style` draws them, `face` what is on the large ones in half blocks."""
