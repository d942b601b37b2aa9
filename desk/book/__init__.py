"""What both doors do with a tournament's file: photographs go in, documents and copies come out."""
