/** A piece of a page that is safe to send. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Piece = Html | string | number | undefined | readonly Html[];

/** Everything that is filled in is escaped, unless it is HTML already. */
export function html({ raw }: TemplateStringsArray, ...pieces: readonly Piece[]): Html {
  return new Html(raw.map((text, at) => text + textOf(pieces[at])).join(''));
}

/** What is left to right on a page of either language: numbers, invoices, times. */
export function ltr(text: string | number): Html {
  return html`<bdi dir="ltr">${text}</bdi>`;
}

function textOf(piece: Piece): string {
  if (piece === undefined) return '';
  if (piece instanceof Html) return piece.text;
  if (typeof piece === 'object') return piece.map(({ text }) => text).join('');
  return String(piece).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
