"""The file formats: groups, assignments and lives as JSON, read strictly."""
