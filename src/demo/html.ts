/** Escaped HTML. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Piece = Html | string | number | undefined | readonly Html[];

/** Escapes all values that are not `Html` yet. */
export function html({ raw }: TemplateStringsArray, ...pieces: readonly Piece[]): Html {
  return new Html(raw.map((text, at) => text + textOf(pieces[at])).join(''));
}

/** Keeps numbers, invoice numbers and times left to right in both languages. */
export function ltr(text: string | number): Html {
  return html`<bdi dir="ltr">${text}</bdi>`;
}

function textOf(piece: Piece): string {
  if (piece === undefined) return '';
  if (piece instanceof Html) return piece.text;
  if (typeof piece === 'object') return piece.map(({ text }) => text).join('');
  return String(piece).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
