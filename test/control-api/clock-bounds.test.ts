import { expect, it } from 'vitest';
import { freshSandbox } from '../support/fresh.ts';

it.each([
  ['freeze', { at: '9999-12-31T23:59:59Z' }, 'at'],
  ['freeze', { at: '0000-01-01T00:00:00+02:00' }, 'at'],
  ['advance', { by: '36500d' }, 'by'],
])(
  'The clock goes from 1970 to the year 9000: %s %o is refused, and the time stays',
  async (verb, body, field) => {
    const sandbox = await freshSandbox();
    await sandbox.control('clock/freeze', { at: '8999-12-31T00:00:00Z' });
    const { status, json } = await sandbox.control(`clock/${verb}`, body);
    expect([status, json.error]).toEqual([
      400,
      { code: 'INVALID_REQUEST', message: `${field}: the clock goes from 1970 to the year 9000.` },
    ]);
    expect((await sandbox.control('clock')).json.now).toBe('8999-12-31T00:00:00.000Z');
  },
);
