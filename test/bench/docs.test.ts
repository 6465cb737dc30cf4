import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { withReport } from '../../bench/docs.ts';
import { summary } from '../../bench/summary.ts';

describe('The bench with --write', () => {
  test.each([
    ['docs/performance.md', 'summary'],
    ['docs/contributing/performance-log.md', 'figures'],
    ['docs/contributing/performance-log.md', 'soak'],
    ['docs/contributing/performance-log.md', 'profile'],
  ])('finds the place in %s for: %s', (page, place) => {
    const written = withReport(readFileSync(page, 'utf8'), place, 'measured');
    expect(written).toContain(`<!-- ${place} -->\n\nmeasured\n\n<!-- end of ${place} -->`);
  });

  test('says so when a page has no such place', () => {
    expect(withReport('# Performance', 'summary', 'measured')).toBeUndefined();
  });

  test('writes the rows that docs/performance.md shows, with "-" for what was not measured', () => {
    const written = summary({
      machine: {
        date: '2026-11-22',
        processor: 'a',
        cores: 2,
        memoryGb: 8,
        system: 'b',
        node: 'c',
        load: 0,
      },
      testSeconds: undefined,
      starts: [],
      shortRuns: { exec: only(1), firstStart: only(1), laterStart: only(1) },
      calls: [],
      callbacks: [],
      memory: [
        {
          name: 'sandbox',
          idleMb: 66,
          requests: 100_000,
          afterMb: 158.2,
          idleObjectsMb: 12,
          afterObjectsMb: 20,
        },
      ],
      growth: [
        {
          transactions: 1_000_000,
          fileMb: 1,
          startMs: only(108),
          perSecond: only(1),
          ratio: only(1),
          listMs: only(1),
        },
      ],
      bytesARequest: 1,
      wholeState: { transactions: 0, steps: [] },
      installed: undefined,
      peers: [],
    });
    expect(rowNames(written)).toEqual(rowNames(readFileSync('docs/performance.md', 'utf8')));
    expect(written).toMatch(/\| memory after 100,000 requests +\| 158 MB +\| - +\|/);
  });
});

function only(median: number) {
  return { median, least: median, most: median };
}

function rowNames(page: string): string[] {
  return [...page.matchAll(/^\| (.*?) +\| .* \|$/gm)].map(([, name = '']) => name);
}
