"""Second step: where the sheet lies, by marks and code or by its ruled table."""
