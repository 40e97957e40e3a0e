"""Software licenses: issuance, activation, validation, license files."""
