"""The first page: what needs somebody now, how the last days went, and the way to a first label."""
