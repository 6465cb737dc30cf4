/** Units to repeat, and text to put around them. */
const units: readonly (readonly [head: string, unit: string, end: string])[] = [
  ...[
    'a',
    '0',
    '.',
    '/',
    ' ',
    '\t',
    '\r\n',
    '&',
    '=',
    ':',
    ';',
    '"',
    '\\',
    '%',
    '(',
    '[',
    '٣',
    '\u{1f600}',
  ].map(bare),
  ...['/x', ' x', 'a.', '1:', '//@', 'a=1&', '%41', ';a="', '\r\n--b \t', 'name="a"\r\n', 'a,', '+218'].map(
    bare,
  ),
  ['http://', 'a', ''],
  ['http://h/', '/', 'x'],
  ['GET ', ' ', 'y'],
  ['GET /', 'a?', '\n'],
  ['form-data; name="', 'a', ''],
  ['0', '0', 'x'],
  ['1.', '0', 's'],
];

/**
 * Texts that make careless patterns or loops read the same characters repeatedly: a name, and a function that
 * makes one of any length.
 */
export const longTexts: readonly (readonly [name: string, ofLength: (length: number) => string])[] =
  units.map(([head, unit, end]) => [
    JSON.stringify(`${head}${unit}…${end}`),
    (length) => head + unit.repeat(Math.ceil(length / unit.length)) + end,
  ]);

function bare(unit: string) {
  return ['', unit, ''] as const;
}
