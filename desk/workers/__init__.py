"""Worker processes that read files, judge sheets and cut pictures, each with limits of time and memory."""
