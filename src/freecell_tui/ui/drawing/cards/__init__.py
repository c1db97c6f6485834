"""Drawing single cards and empty places: `style` draws all of them, `face` the pictures on large cards."""
