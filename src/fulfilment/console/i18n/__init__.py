"""How the console speaks: what a refusal is called, formats by Babel. Texts stand in a file beside each screen."""
