/** A Libyan mobile number as the inbox keeps it: 10 digits from 09 on. */
const national = /^09\d{8}$/;

/**
 * The one form of a mobile number that people write in several: `+218`, `00218`, the missing zero, spaces, Arabic-Indic digits.
 * Text that is no mobile number is returned as it is.
 */
export function normalMobileNumber(text: string): string {
  const digits = latinDigits(text).replace(/[\s()-]/g, '');
  const local = digits.replace(/^(?:\+|00)?218(?=0?9)/, '').replace(/^9/, '09');
  return national.test(local) ? local : text;
}

/** Arabic-Indic and Persian digits as ASCII ones. */
export function latinDigits(text: string): string {
  return text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0xf));
}
