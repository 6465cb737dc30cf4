const ascii = /^[\x20-\x7e]*$/;
const withoutWidth = /^[\p{M}\p{Cf}]$/u;
/** East Asian characters and emoji take two columns in a terminal. */
const double =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]$/u;

/** The number of terminal columns of a text without control characters. */
export function textWidth(text: string): number {
  if (ascii.test(text)) return text.length;
  let width = 0;
  for (const character of text) width += characterWidth(character);
  return width;
}

/** Shortens a text to at most `width` columns, with `…` for the rest. */
export function shortened(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  let kept = '';
  let room = width - 1;
  for (const character of text) {
    room -= characterWidth(character);
    if (room < 0) break;
    kept += character;
  }
  return width < 1 ? '' : `${kept.trimEnd()}…`;
}

/** Breaks a text into lines of at most `width` columns, between words if possible. `…` ends a last line that is cut. */
export function wrapped(text: string, width: number, mostLines: number): string[] {
  const lines: string[] = [];
  let rest = text;
  while (lines.length < mostLines - 1 && textWidth(rest) > width) {
    const fitting = fittingIn(rest, Math.max(1, width));
    const space = rest[fitting.length] === ' ' ? fitting.length : fitting.lastIndexOf(' ');
    const end = space > fitting.length / 2 ? space : fitting.length;
    lines.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  return rest === '' ? lines : [...lines, shortened(rest, width)];
}

/** The longest start of a text that fits. At least one character. */
function fittingIn(text: string, width: number): string {
  let kept = '';
  let room = width;
  for (const character of text) {
    room -= characterWidth(character);
    if (room < 0 && kept !== '') return kept;
    kept += character;
  }
  return kept;
}

export function padded(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - textWidth(text)));
}

function characterWidth(character: string): number {
  if (ascii.test(character)) return 1;
  if (withoutWidth.test(character)) return 0;
  return double.test(character) ? 2 : 1;
}
