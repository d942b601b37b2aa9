"""The set-up program for Windows: made on Linux, and tried under Wine."""
