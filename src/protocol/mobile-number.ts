/** Whether it is a Libyan mobile number as the inbox stores it: 10 digits starting with 09. */
export function isNationalNumber(text: string): boolean {
  return /^09\d{8}$/.test(text);
}

/**
 * Normalizes a mobile number that people write in several ways: with `+218`, `00218`, spaces or Arabic-Indic
 * digits, or without the zero. Returns text that is not a mobile number unchanged.
 */
export function normalMobileNumber(text: string): string {
  const digits = latinDigits(text).replace(/[\s()-]/g, '');
  const local = digits.replace(/^(?:\+|00)?218(?=0?9)/, '').replace(/^9/, '09');
  return isNationalNumber(local) ? local : text;
}

/** Converts Arabic-Indic and Persian digits to ASCII. */
export function latinDigits(text: string): string {
  return text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0xf));
}

/** Drops what stands between digits: spaces, dashes, and invisible characters such as left-to-right marks. */
export function withoutSeparators(text: string): string {
  return text.replace(/[\s\p{Pd}\p{Cf}]/gu, '');
}
