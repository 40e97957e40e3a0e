"""What a neighbour's cheap requests take while somebody else does their worst."""
