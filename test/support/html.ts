/** The text of the element with this `data-testid`. Undefined if the page has none. */
export function textIn(html: string, testId: string): string | undefined {
  const [, , text] = new RegExp(`<(\\w+)[^>]* data-testid="${testId}"[^>]*>([^<]*)</\\1>`).exec(html) ?? [];
  return text === undefined ? undefined : unescaped(text);
}

/** Every `data-testid` of a page, in page order. */
export function testIdsIn(html: string): string[] {
  return [...html.matchAll(/ data-testid="([^"]*)"/g)].map(([, id = '']) => id);
}

const characters: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
};

/** Reverses a template's escaping, like a browser. */
export function unescaped(text: string): string {
  return text.replace(/&(?:lt|gt|quot|#39|amp);/g, (entity) => characters[entity] ?? entity);
}
