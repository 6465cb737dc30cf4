/** A message in a sequence diagram between two columns, numbered from 0. */
export interface Step {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  /** Replies are dashed, signed messages have their own color, and lost ones end halfway. */
  readonly kind?: 'reply' | 'signed' | 'lost';
  /** Happens at the same time as the previous step. */
  readonly isAtOnce?: boolean;
}

/** Columns and their messages. Pictures with several sequences have headings. */
export interface Sequence {
  readonly heading?: string;
  readonly caption?: string;
  readonly columns: readonly string[];
  readonly steps: readonly Step[];
}

interface Picture {
  readonly title: string;
  readonly isRightToLeft: boolean;
  readonly sequences: readonly Sequence[];
}

const width = 760;
const edge = 120;
const stepHeight = 40;

/** Draws sequences below each other, in the colors of the reader's theme. */
export function sequenceSvg({ title, isRightToLeft, sequences }: Picture): string {
  let y = 8;
  const drawn = sequences.map((sequence) => {
    const { lines, height } = draw(sequence, y, isRightToLeft);
    y += height;
    return lines.join('\n');
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${y}" width="${width}" height="${y}" role="img">
<title>${escaped(title)}</title>
<!-- This picture is generated: npm run docs -->
<style>
svg { --back: #fff; --ink: #1c2430; --soft: #5b6675; --line: #c4ccd6; --call: #1f5fd0; --signed: #0b7a4b; --lost: #b3261e; }
@media (prefers-color-scheme: dark) {
  svg { --back: #12161c; --ink: #e6eaf0; --soft: #9aa5b4; --line: #3a4452; --call: #7aa7ff; --signed: #5ecb98; --lost: #ff8a80; }
}
text { font: 13px system-ui, sans-serif; fill: var(--ink); text-anchor: middle; unicode-bidi: plaintext; }
.on-line { paint-order: stroke; stroke: var(--back); stroke-width: 5px; stroke-linejoin: round; }
.column, .heading { font-weight: 600; }
.heading { font-size: 15px; }
.caption { fill: var(--soft); }
.life { stroke: var(--line); }
.box { fill: none; stroke: var(--line); }
.arrow { fill: none; stroke: var(--call); stroke-width: 1.6; }
.reply { stroke: var(--soft); stroke-dasharray: 5 4; }
.signed { stroke: var(--signed); stroke-width: 2; }
.lost { stroke: var(--lost); }
.tip { stroke-dasharray: none; }
</style>
<rect width="${width}" height="${y}" rx="8" fill="var(--back)"/>
${drawn.join('\n')}
</svg>
`;
}

function draw(sequence: Sequence, top: number, isRightToLeft: boolean) {
  const { heading, caption, columns, steps } = sequence;
  const at = (column: number) => {
    const x = edge + ((width - 2 * edge) * column) / (columns.length - 1);
    return isRightToLeft ? width - x : x;
  };
  let y = top;
  const lines: string[] = [];
  for (const [text, style, height] of [
    [heading, 'heading', 26],
    [caption, 'caption', 20],
  ] as const) {
    if (text === undefined) continue;
    y += height;
    lines.push(words(width / 2, y, text, style));
  }
  const head = y + 12;
  y = head + 34;
  const arrows: string[] = [];
  for (const step of steps) {
    if (!step.isAtOnce) y += stepHeight;
    arrows.push(...message(at(step.from), at(step.to), y, step));
  }
  const end = y + 18;
  for (const [column, name] of columns.entries()) {
    const x = at(column);
    lines.push(
      `<rect class="box" x="${x - 80}" y="${head}" width="160" height="28" rx="5"/>`,
      words(x, head + 19, name, 'column'),
      `<path class="life" d="M${x} ${head + 28}V${end}"/>`,
    );
  }
  return { lines: [...lines, ...arrows], height: end + 12 - top };
}

function message(from: number, to: number, y: number, { text, kind }: Step): string[] {
  const direction = Math.sign(to - from);
  const end = kind === 'lost' ? (from + to) / 2 + 40 * direction : to;
  const tip =
    kind === 'lost'
      ? `M${end - 6} ${y - 6}l12 12m0 -12l-12 12`
      : `M${end - 8 * direction} ${y - 5}L${end} ${y}L${end - 8 * direction} ${y + 5}`;
  const style = kind === undefined ? 'arrow' : `arrow ${kind}`;
  return [
    `<path class="${style}" d="M${from} ${y}H${end}"/>`,
    `<path class="${style} tip" d="${tip}"/>`,
    words((from + to) / 2, y - 8, text, 'on-line'),
  ];
}

function words(x: number, y: number, text: string, style: string): string {
  return `<text class="${style}" x="${x}" y="${y}">${escaped(text)}</text>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
