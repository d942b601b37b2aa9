"""The paper: layouts in millimetres, the printable sheet, the filler that makes sample sheets."""
