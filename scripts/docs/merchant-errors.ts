import { magicValues } from '../../src/faults/magic.ts';
import type { Gateway } from '../../src/gateways/gateway.ts';
import { checks } from '../../src/merchant-api/checks.ts';
import { type ErrorCode, errorTable, isDocumented } from '../../src/protocol/errors.ts';
import { anchor, code } from './markdown.ts';

/** The checks of a request in order, with the errors that they cause. */
export function checkRows(): string[][] {
  return checks.map(({ key, name, expected }) => {
    const refused = refusedWith[key];
    if (refused === undefined) throw new Error(`No refusal is known for the check "${name}".`);
    return [expected.startsWith('/') ? code(expected) : expected, refused];
  });
}

/** By the check's key, which never changes. */
const refusedWith: Readonly<Record<string, string>> = {
  s: '413, without a code',
  r: '404, without a code',
  m: '405, without a code',
  h: '403, without a code',
  k: linked('UNAUTHORIZED'),
  i: linked('FORBIDDEN_IP_ADDRESS'),
  t: `${linked('TOO_MAY_REQUESTS')}, with \`Retry-After\``,
  n: linked('MAINTENANCE_MODE'),
  a: linked('DENIED_ACCESS_GATEWAY'),
  g: linked('MISSING_PARAMETER'),
  e: linked('TEST_MODE_NOT_SUPPORTED'),
  b: linked('INVALID_INPUTS'),
  x: 'what [the fault](../guides/faults.md) says',
  f: `${linked('INVALID_INPUTS')}, with \`error.fields\``,
  u: [linked('INVALID_AMOUNT_FORMAT'), linked('AMOUNT_NOT_ALLOWED'), linked('AMOUNT_EXCEEDED_MAXIMUM')].join(
    ', ',
  ),
  c: linked('CURRENCY_NOT_SUPPORTED'),
};

/** The gateway's own errors: its refusals, and those of its magic values. */
export function errorsOf(gateway: Gateway): string[][] {
  const refusals =
    gateway.flow === 'otp' ? Object.values(gateway.refusals).map(({ code: each }) => each) : [];
  const { mobile_numbers: numbers, codes } = magicValues;
  const magic = [...numbers, ...codes].flatMap((value) =>
    value.gateway === gateway.token && value.code !== undefined ? [value.code] : [],
  );
  return [...new Set([...refusals, ...magic])]
    .filter((each) => !isDocumented(each))
    .map((each) => [linked(each), String(errorTable[each][0]), errorTable[each][1]]);
}

function linked(each: ErrorCode): string {
  return `[${code(each)}](errors.md#${anchor(each)})`;
}
