"""Whether what is promised of standings is true."""
