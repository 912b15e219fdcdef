"""The process that serves: its clocks, threads, logs and figures."""
