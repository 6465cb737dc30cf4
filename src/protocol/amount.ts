/**
 * An amount of money as the merchant wrote it, with its exact value. "Hundredths" rather than "minor units":
 * the Libyan dinar has three decimals, this API two.
 */
export interface Amount {
  readonly text: string;
  /** A safe integer, greater than zero. */
  readonly hundredths: number;
}

export type AmountVerdict =
  | { amount: Amount }
  | { code: 'INVALID_AMOUNT_FORMAT' | 'AMOUNT_NOT_ALLOWED' | 'AMOUNT_EXCEEDED_MAXIMUM' };

/**
 * Checks an `amount` against the API documentation's Limits: first the format (XXX, XX.X or XX.XX in ASCII digits),
 * then that it is greater than zero, then the maximum per transaction (inclusive), and last that leading zeros
 * do not make it longer than 32 characters.
 */
export function judgeAmount(text: string, maximumHundredths: number): AmountVerdict {
  if (!SIGNED_FORM.test(text)) return { code: 'INVALID_AMOUNT_FORMAT' };
  // A minus sign is valid syntax: such an amount is too small, not misspelled.
  if (text.startsWith('-')) return { code: 'AMOUNT_NOT_ALLOWED' };

  const hundredths = countHundredths(text);
  if (hundredths === 0) return { code: 'AMOUNT_NOT_ALLOWED' };
  if (hundredths > Math.min(maximumHundredths, Number.MAX_SAFE_INTEGER)) {
    return { code: 'AMOUNT_EXCEEDED_MAXIMUM' };
  }
  // Only leading zeros make an allowed amount this long. It would be stored, signed and shown as sent.
  if (text.length > LONGEST_TEXT) return { code: 'INVALID_AMOUNT_FORMAT' };
  return { amount: { text, hundredths } };
}

/**
 * The value of a configured amount such as "500" or "500.00".
 * @throws RangeError when the text does not have the form XXX, XX.X or XX.XX, or is too large to count
 * exactly.
 */
export function hundredthsOf(text: string): number {
  const hundredths = SIGNED_FORM.test(text) && !text.startsWith('-') ? countHundredths(text) : Number.NaN;
  if (!Number.isSafeInteger(hundredths)) {
    throw new RangeError(`"${text}" is not an amount: write it as 500, 500.0 or 500.00`);
  }
  return hundredths;
}

/** An amount for display, always with two decimals. */
export function twoDecimals(hundredths: number): string {
  const digits = String(hundredths).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

const LONGEST_TEXT = 32;

const SIGNED_FORM = /^-?\d+(?:\.\d{1,2})?$/;

/**
 * Joins the digits and reads them as one integer, so no fraction ever becomes a float. Above 2^53 the number
 * is rounded, but never below 2^53, so it still exceeds every maximum.
 */
function countHundredths(text: string): number {
  const [whole = '', fraction = ''] = text.split('.');
  return Number(whole + fraction.padEnd(2, '0'));
}
