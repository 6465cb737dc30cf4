"""Runs the suite: `python3 run.py`. Exit code 0 when all passed, 1 otherwise."""

import sys
import unittest
from pathlib import Path
from urllib.error import URLError

from gateway_tests import tenant
from sandbox import URL

try:
    tenant()
except (URLError, AssertionError) as error:
    sys.exit(f'No sandbox answers at {URL}: {error}')

tests = unittest.defaultTestLoader.discover(str(Path(__file__).parent))
result = unittest.TextTestRunner(stream=sys.stdout, verbosity=2).run(tests)
failed = len(result.failures) + len(result.errors)
print(f'{result.testsRun - failed} passed, {failed} failed')
sys.exit(0 if result.wasSuccessful() and result.testsRun > 0 else 1)
