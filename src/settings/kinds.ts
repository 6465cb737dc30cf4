import { z } from 'zod';
import type { OtpToken } from '../gateways/gateway.ts';
import { otpGateways } from '../gateways/index.ts';
import { magicFrom } from '../gateways/magic-codes.ts';
import { type Duration, durationMs, writtenMs } from '../protocol/duration.ts';
import { type ErrorCode, errorTable } from '../protocol/errors.ts';
import { isNationalNumber, normalMobileNumber, withoutSeparators } from '../protocol/mobile-number.ts';

interface Bounds {
  readonly atMost: Duration;
  /** Whether 0 is refused. */
  readonly aboveZero?: boolean;
}

const forms = '"10m", "90s", "250ms" or milliseconds';
const why = `must be a duration such as ${forms}`;

/** A duration up to a limit, which the error message and the generated reference name. */
export function duration({ atMost, aboveZero = false }: Bounds) {
  return z
    .union([z.string(why), z.number(why)], why)
    .superRefine((value, context) => {
      const ms = durationMs(value, atMost);
      if (writtenMs(value) === undefined) context.addIssue({ code: 'custom', message: why });
      else if (ms === undefined)
        context.addIssue({ code: 'custom', message: `must be at most ${atMost}`, params: { atMost } });
      else if (ms === 0 && aboveZero) context.addIssue({ code: 'custom', message: 'must be longer than 0' });
    })
    .describe(`A duration up to ${atMost}: ${forms}`);
}

/** A duration longer than 0. */
export function positive(atMost: Duration) {
  return duration({ atMost, aboveZero: true });
}

/** A whole number. The message names both bounds, whichever is exceeded. */
export function whole(least: number, most = Number.MAX_SAFE_INTEGER) {
  const bounds = most === Number.MAX_SAFE_INTEGER ? `${least} on` : `${least} to ${most}`;
  const message = `must be a whole number from ${bounds}`;
  return z.int(message).min(least, message).max(most, message);
}

export function choice<const Values extends readonly string[]>(values: Values) {
  return z.enum(values);
}

export const flag = z.boolean('must be true or false');

/** How many records to keep. The minimum is what a page shows. */
export const kept = whole(100).nullable();

export const seed = z.int('must be a whole number').nullable();

const amountWhy = 'must be an amount such as "500" or "500.00"';
export const amount = z.string(amountWhy).regex(/^\d{1,12}(\.\d{1,2})?$/, amountWhy);

/** Every settings response, page and snapshot includes all codes. */
const mostCodes = 1000;
/** One-time codes by mobile number. */
export const codesByNumber = z
  .record(
    z.string(),
    z.string('must be 4 to 10 digits').regex(/^\d{4,10}$/, 'must be 4 to 10 digits'),
    'must be codes by mobile number, such as {"*": "123456"}',
  )
  .superRefine((codes, context) => {
    const all = Object.entries(codes);
    const numbered = all.filter(([number]) => isCodeNumber(number));
    const usable = numbered.filter(([, code]) => magicFrom(code) === undefined);
    // Half of them, to leave room for the codes of the config file.
    const fitting = Object.fromEntries(usable.length > mostCodes ? usable.slice(0, mostCodes / 2) : usable);
    const refuse = (message: string) =>
      context.addIssue({ code: 'custom', message, params: { atMost: fitting } });
    if (numbered.length < all.length) refuse(numberWhy(all.map(([number]) => number)));
    else if (all.length > mostCodes) refuse(`must hold at most ${mostCodes} codes`);
    else if (usable.length < all.length) refuse(magicWhy(all.map(([, code]) => code)));
  });

function isCodeNumber(text: string): boolean {
  return text === '*' || isNationalNumber(text);
}

/** Codes are found by the number as the inbox shows it. */
function numberWhy(numbers: readonly string[]): string {
  const [text = ''] = numbers.filter((each) => !isCodeNumber(each));
  const near = normalMobileNumber(withoutSeparators(text));
  const example = isNationalNumber(near) ? near : '0912345678';
  return `must name mobile numbers by 10 digits from 09, such as ${example}, not ${JSON.stringify(text.slice(0, 40))}`;
}

/** A fixed code that is magic would fail whenever it is right. */
function magicWhy(codes: readonly string[]): string {
  const [code = ''] = codes.filter((each) => magicFrom(each));
  const { gateway, digits, code: refusal } = magicFrom(code) ?? {};
  const there = digits === code ? '' : `${digits}, `;
  return `must not have the code ${code}: on ${gateway} it is ${there}a magic value that confirm refuses with ${refusal}`;
}

// Object.keys loses the keys' type.
export const errorCodes = Object.keys(errorTable) as ErrorCode[];
export const errorCode = z.enum(errorCodes);

export const statusByCode = z.partialRecord(
  errorCode,
  whole(400, 499),
  'must be HTTP statuses by error code, such as {"INVALID_INPUTS": 422}',
);

export function members<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.strictObject(shape, objectOf(shape));
}

function objectOf(shape: z.core.$ZodLooseShape): string {
  return `must be an object with ${Object.keys(shape).join(' and ')}`;
}

/** The number of digits of each gateway's codes. */
export const digitsOfEach = z.strictObject(
  // One entry for each gateway with codes, as the type says.
  Object.fromEntries(otpGateways.map(({ token }) => [token, whole(4, 10)])) as Record<OtpToken, z.ZodInt>,
);

/** A limit, or null for no limit. */
export function limit<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.strictObject(shape, `${objectOf(shape)}, or null`).nullable();
}
