import type { Reporter, TestModule } from 'vitest/node';

/**
 * Ends a run with the plain line `N passed, N failed`, which is easy to read for programs. A file that cannot be
 * loaded, a suite whose hooks fail and an unhandled error each count as one failed; so does a run without any test.
 */
export class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const passed = tests.filter((test) => test.result().state === 'passed').length;
    const failedTests = tests.filter((test) => test.result().state === 'failed').length;
    const failed = failedTests + modules.flatMap(errorsOutsideTests).length + unhandledErrors.length;
    if (passed + failed === 0) console.error('No test ran.');
    if (passed === 0 || failed > 0) process.exitCode = 1;
    console.log(`${passed} passed, ${failed} failed`);
  }
}

function errorsOutsideTests(module: TestModule): unknown[] {
  return [...module.errors(), ...[...module.children.allSuites()].flatMap((suite) => suite.errors())];
}
