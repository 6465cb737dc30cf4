import { describe, expect, it } from 'vitest';
import { textFormatter } from '../../src/cli/log-format.ts';
import { LogPrinter } from '../../src/cli/log-printer.ts';
import { LogWriter } from '../../src/cli/log-writer.ts';
import { stranger as refusedStranger } from '../support/log-entries.ts';

type Taken = (error?: Error, isCut?: boolean) => void;

/** An output that accepts text when the test says so. */
function slowOutput(mostBytes = 100) {
  const pieces: string[] = [];
  const taking: Taken[] = [];
  const failures: string[] = [];
  const writer = new LogWriter(
    (text, taken) => {
      pieces.push(text);
      taking.push(taken);
    },
    {
      mostBytes,
      dropped: (count) => `… ${count} dropped`,
      onFailure: ({ message }) => failures.push(message),
    },
  );
  const take = (error?: Error, isCut?: boolean) => taking.shift()?.(error, isCut);
  return { writer, pieces, failures, take };
}

const failure = (code: string) => Object.assign(new Error(code), { code });

describe('What a slow output gets of the log', () => {
  it('is one piece at a time: lines that come meanwhile wait together', () => {
    const { writer, pieces, take } = slowOutput();
    writer.write(['one']);
    writer.write(['two', 'three']);
    writer.write(['four']);
    expect(pieces).toEqual(['one\n']);
    take();
    expect(pieces).toEqual(['one\n', 'two\nthree\nfour\n']);
  });

  it('is bounded: lines that do not fit are counted, and the count stands where they are missing', () => {
    const { writer, pieces, take } = slowOutput(20);
    writer.write(['first']);
    for (let line = 0; line < 1000; line += 1) writer.write([`line ${line}`]);
    writer.write(['x']);
    take();
    writer.write(['after']);
    take();
    take();
    expect(pieces).toEqual(['first\n', 'line 0\nline 1\nline 2\n… 998 dropped\n', 'after\n']);
  });

  it('goes on after a full disk, says so once, and counts what was lost', () => {
    const { writer, pieces, failures, take } = slowOutput();
    writer.write(['one', 'two']);
    take(failure('ENOSPC'));
    writer.write(['three']);
    take(failure('ENOSPC'));
    writer.write(['four']);
    take();
    writer.write(['five']);
    expect(failures).toEqual(['ENOSPC']);
    expect(pieces.slice(1)).toEqual(['… 3 dropped\n', '… 4 dropped\n', 'five\n']);
  });

  it('starts a new line after one of which only a part was written', () => {
    const { writer, pieces, take } = slowOutput();
    writer.write(['one', 'two']);
    take(failure('ENOSPC'), true);
    writer.write(['three']);
    take(failure('ENOSPC'));
    writer.write(['four']);
    take();
    writer.write(['five']);
    expect(pieces.slice(1)).toEqual(['\n… 3 dropped\n', '\n… 4 dropped\n', 'five\n']);
  });

  it('goes on after a full disk also when only entries come, which are not formatted meanwhile', () => {
    const { writer, pieces, take } = slowOutput(1000);
    const look = () => ({ width: 80, hasColor: false, url: 'http://127.0.0.1:4700' });
    const printer = new LogPrinter(textFormatter(look, '', '2026-01-15'), writer);
    const own = { ...stranger, note: null, account: 'demo' };
    printer.print([own]);
    take(failure('ENOSPC'));
    printer.print([own, own]);
    take();
    printer.print([own]);
    expect(pieces.slice(1)).toEqual(['… 3 dropped\n', expect.stringContaining('walletB/verify')]);
  });

  it.each(['EPIPE', 'EIO'])('ends where nobody reads any more (%s)', (code) => {
    const { writer, pieces, failures, take } = slowOutput();
    writer.write(['one']);
    take(failure(code));
    writer.write(['two']);
    expect({ pieces, failures }).toEqual({ pieces: ['one\n'], failures: [code] });
  });

  it('is waited for at the end, but not for long', async () => {
    const { writer, take } = slowOutput();
    await writer.drained(60_000);
    writer.write(['one']);
    await writer.drained(1);
    const drained = writer.drained(60_000);
    take();
    await drained;
  });
});

const stranger = { ...refusedStranger, status: 200, code: null, duration_ms: 1, mobile_number: null };

describe('Callers without valid keys', () => {
  it('get three lines a second; the others are counted', () => {
    const written: string[] = [];
    const look = () => ({ width: 80, hasColor: false, url: 'http://127.0.0.1:4700' });
    const today = '2026-01-15';
    const printer = new LogPrinter(textFormatter(look, '', today), {
      write: (lines) => written.push(...lines),
    });
    const own = { ...stranger, note: null, account: 'demo' };
    printer.print(Array.from({ length: 1207 }, () => stranger));
    printer.print([own]);
    printer.tellSkipped();
    printer.tellSkipped();
    expect(written.filter((line) => line.includes('no valid keys'))).toHaveLength(3);
    expect(written.slice(-2)).toEqual([
      '14:03:22  200   1.0 ms  walletB/verify',
      '… 1,204 more calls without valid keys',
    ]);
  });

  it('a line says when the day changes', () => {
    const formatter = textFormatter(() => ({ width: 80, hasColor: false, url: '' }), '', '2026-01-14');
    expect(formatter.entry(stranger)[0]).toBe('2026-01-15');
    expect(formatter.entry(stranger)[0]).toMatch(/^14:03:22/);
    expect([formatter.dropped(1204), formatter.skipped(1)]).toEqual([
      '… 1,204 lines dropped: ',
      '… 1 more call without valid keys',
    ]);
  });
});
