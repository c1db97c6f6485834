"""The dialogs that the table and the title open."""
