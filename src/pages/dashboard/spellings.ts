import { latinDigits } from '../../protocol/mobile-number.ts';

/** A text as typed, and with the digits that most numbers are stored with. */
export function typedSpellings(text: string): readonly string[] {
  return [...new Set([text, latinDigits(text)])];
}

/** How a body or a path may spell a text: as it is, or encoded for a form, a URL, or JSON. */
export function sentSpellings(text: string): readonly string[] {
  const json = JSON.stringify(text).slice(1, -1);
  const escaped = json.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const spelled = [
    text,
    new URLSearchParams({ '': text }).toString().slice(1),
    encodeURIComponent(text.toWellFormed()),
    ...[json, escaped].flatMap((each) => [each, each.replaceAll('/', '\\/')]),
  ];
  return [...new Set(spelled.map(asciiLower))];
}

/** As `lower` of SQLite: other letters stay. */
export function asciiLower(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
