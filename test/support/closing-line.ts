import type { Reporter, TestModule, Vitest } from 'vitest/node';

const mostFiles = 10;

/** A Vitest project, or what comes before or after the tests. Times as in `performance.now()`. */
interface Phase {
  readonly name: string;
  readonly beganAt: number;
  endedAt: number;
}

/**
 * Lists the seconds of each phase and the slowest files, and ends a run with the line `N passed, N failed`,
 * which programs can parse easily. Each of these counts as one failure: a file that cannot be loaded, a suite
 * whose hooks fail, an unhandled error, a run without tests, insufficient branch coverage, and every
 * complaint about the run as a whole.
 */
export class ClosingLine implements Reporter {
  #countsBranches = false;
  #passed = 0;
  #failed = 0;
  /** In order of their start. */
  readonly #phases: Phase[] = [];
  #ranTestsAt = 0;
  readonly #complaints: () => readonly string[];

  constructor(complaints: () => readonly string[]) {
    this.#complaints = complaints;
  }

  onInit(vitest: Vitest): void {
    this.#countsBranches = vitest.config.coverage.enabled;
    // `npm test` builds in this process before it loads Vitest.
    this.#phases.push({ name: 'build and start', beganAt: 0, endedAt: performance.now() });
  }

  onTestModuleStart({ project }: TestModule): void {
    if (this.#phases.some(({ name }) => name === project.name)) return;
    this.#phases.push({ name: project.name, beganAt: performance.now(), endedAt: performance.now() });
  }

  onTestModuleEnd({ project }: TestModule): void {
    const phase = this.#phases.find(({ name }) => name === project.name);
    if (phase) phase.endedAt = performance.now();
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    this.#ranTestsAt = performance.now();
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
    // If a file or a test has failed, Vitest does not check the coverage.
    if (!this.#countsBranches || inTests + outside > 0) this.#close();
  }

  /** After the coverage table, if coverage is checked. */
  onFinishedReportCoverage(): void {
    if (process.exitCode === 1 && this.#failed === 0) this.#failed = 1;
    this.#phases.push({ name: 'branches', beganAt: this.#ranTestsAt, endedAt: performance.now() });
    this.#close();
  }

  #close(): void {
    printPhases(this.#phases);
    console.log(`${this.#passed} passed, ${this.#failed} failed`);
  }
}

function printPhases(phases: readonly Phase[]): void {
  console.log('The phases, in seconds:');
  for (const { name, beganAt, endedAt } of phases) printSeconds(endedAt - beganAt, name);
}

function printSlowest(modules: readonly TestModule[]): void {
  const slowest = modules
    .map((module) => ({ name: module.relativeModuleId, ms: module.diagnostic().duration }))
    .toSorted((one, other) => other.ms - one.ms);
  console.log('The slowest files, in seconds:');
  for (const { name, ms } of slowest.slice(0, mostFiles)) printSeconds(ms, name);
}

function printSeconds(ms: number, name: string): void {
  console.log(`${(ms / 1000).toFixed(1).padStart(7)}  ${name}`);
}

function errorsOutsideTests(module: TestModule): unknown[] {
  return [...module.errors(), ...[...module.children.allSuites()].flatMap((suite) => suite.errors())];
}
