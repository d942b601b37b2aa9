"""What is played, who plays, and who sits where: lists and forms as entries."""
