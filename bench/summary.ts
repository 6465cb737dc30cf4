import { rounded } from './goals.ts';
import type { Results } from './results.ts';
import { circumstances, markdown } from './tables.ts';

/** The key figures for users, in memory and with `--data`, for docs/performance.md. */
export function summary(results: Results): string {
  return `${circumstances(results.machine)}\n\n${markdown(rows(results))}`;
}

function rows({ starts, calls, callbacks, memory, growth, installed }: Results) {
  const named = <Row extends { readonly name: string }>(all: readonly Row[], name: string) =>
    all.find((each) => each.name === name);
  const call = (name: string) => named(calls, name);
  const callback = (name: string) => named(callbacks, name)?.delays;
  const [largest, requests] = [growth.at(-1), memory[0]?.requests.toLocaleString('en')];
  const pair = (what: string, ofName: (name: string) => string) => ({
    what,
    'in memory': ofName('sandbox'),
    'with --data': ofName('sandbox --data'),
  });
  return [
    pair('start, until the first response', (name) => unit(named(starts, name)?.ms.median, 'ms')),
    both('`verify`, median', 'verify', (name) => unit(call(name)?.medianMs, 'ms')),
    both('`verify`, 99 of 100', 'verify', (name) => unit(call(name)?.p99Ms, 'ms')),
    both('`verify`, requests a second', 'verify', (name) => unit(call(name)?.perSecond.median)),
    both('wallet `confirm`, requests a second', 'wallet confirm', (name) =>
      unit(call(name)?.perSecond.median),
    ),
    pair('callback after the payment, median', (name) => unit(callback(name)?.medianMs, 'ms')),
    pair('callback after the payment, 95 of 100', (name) => unit(callback(name)?.p95Ms, 'ms')),
    pair('memory, idle', (name) => unit(named(memory, name)?.idleMb, 'MB')),
    pair(`memory after ${requests} requests`, (name) => unit(named(memory, name)?.afterMb, 'MB')),
    {
      what: `start with ${largest?.transactions.toLocaleString('en')} payments in the data file`,
      'in memory': '-',
      'with --data': unit(largest?.startMs.median, 'ms'),
    },
    {
      what: 'installed size',
      'in memory': unit(installed?.megabytes, 'MB'),
      'with --data': 'the same',
    },
  ];
}

function both(what: string, name: string, of: (name: string) => string) {
  return { what, 'in memory': of(name), 'with --data': of(`${name}, --data`) };
}

function unit(value: number | undefined, name = ''): string {
  return value === undefined ? '-' : `${rounded(value)} ${name}`.trim();
}
