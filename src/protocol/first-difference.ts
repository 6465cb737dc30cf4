/** Where two strings begin to differ. */
export interface Difference {
  /** The first character that differs, counted from 1. */
  readonly position: number;
  /** The field of the right string that contains it. Undefined before the first name ends. */
  readonly field: string | undefined;
  /** The part that both share. */
  readonly same: string;
  /** The rest of both strings, from the difference on. Empty where a string ends. */
  readonly right: string;
  readonly other: string;
}

/** The first place where `other` differs from `right`. Undefined when they are equal. */
export function firstDifference(right: string, other: string): Difference | undefined {
  if (right === other) return undefined;
  const expected = [...right];
  const got = [...other];
  const differs = expected.findIndex((character, at) => character !== got[at]);
  const at = differs === -1 ? expected.length : differs;
  const same = expected.slice(0, at).join('');
  return {
    position: at + 1,
    field: fieldAt(right, same.length),
    same,
    right: expected.slice(at).join(''),
    other: got.slice(at).join(''),
  };
}

/** The difference as a sentence. */
export function differenceWords({ position, field, right, other }: Difference): string {
  const where = `at character ${position}${field === undefined ? '' : ` (field ${field})`}`;
  if (other === '') return `Yours ends ${where}: expected ${quoted(right)}.`;
  if (right === '')
    return `The correct string ends before character ${position}; yours continues with ${quoted(other)}.`;
  return `First difference ${where}: expected ${quoted(right)}, got ${quoted(other)}.`;
}

function fieldAt(right: string, at: number): string | undefined {
  const start = right.lastIndexOf('&', Math.max(0, at - 1)) + 1;
  const end = right.indexOf('=', start);
  return end === -1 ? undefined : right.slice(start, end);
}

const shownCharacters = 12;

/** The beginning of the text, with invisible characters escaped. */
function quoted(text: string): string {
  const characters = [...text];
  const shown = JSON.stringify(characters.slice(0, shownCharacters).join('')).slice(1, -1);
  return `“${shown}${characters.length > shownCharacters ? '…' : ''}”`;
}
