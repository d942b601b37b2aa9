"""What the command line says about itself: help pages, first steps, wrong use, and what the shell completes."""
