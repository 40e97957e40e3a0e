"""Language of the console: error messages and formats by Babel. Each screen has its translations in its folder."""
