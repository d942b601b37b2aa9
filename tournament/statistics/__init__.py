"""What players like to know beside their place, with pandas; and the workbooks of statistics and of a season."""
