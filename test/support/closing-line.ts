import type { Reporter, TestModule, Vitest } from 'vitest/node';

const mostFiles = 10;

/**
 * Names the slowest files, and ends a run with the plain line `N passed, N failed`, which is easy to read for programs. A file that cannot be
 * loaded, a suite whose hooks fail and an unhandled error each count as one failed; so does a run without any test, and
 * one in which branches are counted and too few are taken, and everything that `complaints` says of the run as a whole.
 */
export class ClosingLine implements Reporter {
  #countsBranches = false;
  #passed = 0;
  #failed = 0;
  readonly #complaints: () => readonly string[];

  constructor(complaints: () => readonly string[]) {
    this.#complaints = complaints;
  }

  onInit(vitest: Vitest): void {
    this.#countsBranches = vitest.config.coverage.enabled;
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const inTests = tests.filter((test) => test.result().state === 'failed').length;
    const complaints = this.#complaints();
    for (const complaint of complaints) console.error(complaint);
    const outside = modules.flatMap(errorsOutsideTests).length + complaints.length;
    this.#passed = tests.filter((test) => test.result().state === 'passed').length;
    this.#failed = inTests + outside + unhandledErrors.length;
    if (this.#passed + this.#failed === 0) console.error('No test ran.');
    if (this.#passed === 0 || this.#failed > 0) process.exitCode = 1;
    if (modules.length > mostFiles) printSlowest(modules);
    // Where a file or a test has failed, Vitest judges no branches.
    if (!this.#countsBranches || inTests + outside > 0) this.#close();
  }

  /** After the table of the branches, when they are judged. */
  onFinishedReportCoverage(): void {
    if (process.exitCode === 1 && this.#failed === 0) this.#failed = 1;
    this.#close();
  }

  #close(): void {
    console.log(`${this.#passed} passed, ${this.#failed} failed`);
  }
}

function printSlowest(modules: readonly TestModule[]): void {
  const slowest = modules
    .map((module) => ({ name: module.relativeModuleId, ms: module.diagnostic().duration }))
    .toSorted((one, other) => other.ms - one.ms);
  console.log('The slowest files, in seconds:');
  for (const { name, ms } of slowest.slice(0, mostFiles))
    console.log(`${(ms / 1000).toFixed(1).padStart(7)}  ${name}`);
}

function errorsOutsideTests(module: TestModule): unknown[] {
  return [...module.errors(), ...[...module.children.allSuites()].flatMap((suite) => suite.errors())];
}
