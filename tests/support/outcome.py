"""Counts what passed and prints what failed, one line a failure; ends a suite."""

import sys
import threading


class Outcome:
    def __init__(self):
        self.passed = 0
        self.failed = 0
        self._lock = threading.Lock()

    def check(self, condition, message):
        """Counts one check; `message` says how to reproduce its failure."""
        with self._lock:
            if condition:
                self.passed += 1
            else:
                self.failed += 1
                print(f"FAILED: {message}", flush=True)
        return condition

    def finish(self):
        print(f"{self.passed} passed, {self.failed} failed")
        sys.exit(1 if self.failed else 0)
