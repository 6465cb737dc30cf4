import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { audit } from '../../src/cli/audit.ts';
import { withJunit } from '../../src/cli/junit-file.ts';
import { rehearse } from '../../src/cli/rehearse.ts';
import { testFolder } from '../support/data-file.ts';
import { junitIn } from './junit.ts';

const earlier = '<testsuites tests="9" failures="0" errors="0"/>';
const times = { amount: '1', timeout: '1s', settle: '0s', slow: '1s' };
const commands = {
  audit: (junit: string) => audit([], { ...times, orderUrl: '/make', url: '', junit }),
  rehearse: (junit: string) =>
    rehearse([], { ...times, orderUrl: '/make', url: '', junit, rate: '1', seed: '1', late: '1s' }),
};

/** A JUnit report of an earlier run that passed. */
function earlierReport(): { readonly file: string; readonly told: () => unknown } {
  const file = join(testFolder(), 'report.xml');
  writeFileSync(file, earlier);
  const told = () => {
    const { tests, failures, errors, suites } = junitIn(readFileSync(file, 'utf8'));
    return { tests, failures, errors, outcome: suites[0]?.cases[0]?.outcome };
  };
  return { file, told };
}

const unfinished = (message: string) => ({
  tests: '1',
  failures: '0',
  errors: '1',
  outcome: [['error', message, '']],
});

describe('The JUnit report of an earlier run never passes for the report of', () => {
  it.each(['audit', 'rehearse'] as const)('%s, if it cannot begin', async (command) => {
    const { file, told } = earlierReport();
    await expect(commands[command](file)).rejects.toThrow('--order-url "/make" is not');
    expect(told()).toEqual(
      unfinished(`${command} did not finish: --order-url "/make" is not an http or https address.`),
    );
  });

  it('a run that is killed', async () => {
    const { file, told } = earlierReport();
    await withJunit('audit', { junit: file }, async () => {
      expect(told()).toEqual(unfinished('audit did not finish.'));
    });
    expect(told()).toEqual(unfinished('audit did not finish.'));
  });
});

it('A report that was written stays, even if the command fails afterwards', async () => {
  const { file } = earlierReport();
  const run = async (write: (report: string) => void) => {
    write('<testsuites/>');
    throw new Error('The app does not end.');
  };
  await expect(withJunit('audit', { junit: file }, run)).rejects.toThrow('The app does not end.');
  expect(readFileSync(file, 'utf8')).toBe('<testsuites/>');
});

it('A report that cannot be written is refused before the run', async () => {
  const run = () => Promise.reject(new Error('It ran.'));
  await expect(withJunit('audit', { junit: testFolder() }, run)).rejects.toThrow(
    /^The JUnit report .* cannot be written: it is not a file/,
  );
});
