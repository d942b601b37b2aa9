"""The processes in which files are read, sheets judged and pictures cut, each under a limit of time and memory."""
