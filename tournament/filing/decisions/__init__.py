"""What a person says of a sheet, and its entry; an impossible wish is refused with a reason."""
