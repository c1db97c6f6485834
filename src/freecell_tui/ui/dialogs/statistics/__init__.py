"""The statistics over the table: `pages` has their lines, `large` those of a large window, and `screen` shows them."""
