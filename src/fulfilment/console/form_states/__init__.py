"""Form state: a form in progress as a person last sent it, kept so that a GET shows it again (Post/Redirect/Get)."""
