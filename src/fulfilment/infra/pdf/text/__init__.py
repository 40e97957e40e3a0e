"""Text in PDFs: shaping, bidirectional order, line breaking and fonts."""
