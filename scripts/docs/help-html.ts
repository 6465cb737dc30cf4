import { posix } from 'node:path';
import { anchor } from './markdown.ts';

/** A guide on the sandbox's Help pages. */
export interface Article {
  readonly title: string;
  readonly isRightToLeft: boolean;
  readonly html: string;
}

/** A docs page as HTML without pictures. `helpOf` returns the Help page of a linked file, if there is one. */
export function articleOf(page: string, text: string, helpOf: (file: string) => string | undefined): Article {
  const inline = (words: string) => inlineHtml(words, page, helpOf);
  const lines = text.replace(/<!--[\s\S]*?-->/g, '').split('\n');
  const html: string[] = [];
  for (let at = 0; at < lines.length; ) {
    const kind = kinds.find(({ starts }) => starts.test(lines[at] ?? ''));
    let end = at + 1;
    while (kind && end < lines.length && kind.goesOn(lines[end] ?? '', lines[end - 1] ?? '')) end++;
    if (kind) html.push(kind.html(lines.slice(at, end), inline));
    at = end;
  }
  return {
    title: /^# (.*)$/m.exec(text)?.[1] ?? page,
    isRightToLeft: text.startsWith('<div dir="rtl">'),
    html: html.filter((each) => each !== '').join('\n'),
  };
}

interface Kind {
  readonly starts: RegExp;
  /** Whether a line belongs to the block too. */
  readonly goesOn: (line: string, before: string) => boolean;
  readonly html: (lines: readonly string[], inline: (words: string) => string) => string;
}

const isText = (line: string) => line.trim() !== '' && !/^(?:```|#|\||>|- |\d+\. |<\/?div)/.test(line);

const kinds: readonly Kind[] = [
  { starts: /^(?:\s*$|<\/?div)/, goesOn: () => false, html: () => '' },
  {
    starts: /^```/,
    goesOn: (_line, before) => before !== '```',
    html: (lines) =>
      `<pre tabindex="0" dir="ltr"><code>${escaped(lines.slice(1, -1).join('\n'))}</code></pre>`,
  },
  { starts: /^#/, goesOn: () => false, html: ([line = ''], inline) => headingHtml(line, inline) },
  { starts: /^\|/, goesOn: (line) => line.startsWith('|'), html: tableHtml },
  {
    starts: /^>/,
    goesOn: (line) => line.startsWith('>'),
    html: (lines, inline) =>
      `<blockquote><p>${inline(lines.map((line) => line.slice(2)).join(' '))}</p></blockquote>`,
  },
  { starts: /^- /, goesOn: goesOnInList, html: (lines, inline) => listHtml('ul', lines, inline) },
  { starts: /^\d+\. /, goesOn: goesOnInList, html: (lines, inline) => listHtml('ol', lines, inline) },
  {
    starts: /./,
    goesOn: isText,
    html: (lines, inline) => {
      const words = inline(lines.join(' ')).trim();
      return words === '' ? '' : `<p>${words}</p>`;
    },
  },
];

function goesOnInList(line: string): boolean {
  return /^(?:- |\d+\. |\s+\S)/.test(line);
}

function headingHtml(line: string, inline: (words: string) => string): string {
  const [, marks = '', words = ''] = /^(#+) (.*)$/.exec(line) ?? [];
  const level = marks.length;
  return `<h${level} id="${anchor(words.replaceAll('`', ''))}">${inline(words)}</h${level}>`;
}

function listHtml(tag: string, lines: readonly string[], inline: (words: string) => string): string {
  const items = lines.join('\n').split(/\n(?=- |\d+\. )/);
  const words = items.map((item) => item.replace(/^(?:- |\d+\. )/, '').replace(/^\[ \]/, '☐'));
  return `<${tag}>${words.map((each) => `<li>${inline(each.replace(/\s+/g, ' '))}</li>`).join('')}</${tag}>`;
}

function tableHtml(lines: readonly string[], inline: (words: string) => string): string {
  const rows = lines.map((line) =>
    line
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) => inline(cell.replaceAll('\\|', '|').trim())),
  );
  const [head = [], , ...body] = rows;
  const row = (cells: readonly string[]) => `<tr>${cells.join('')}</tr>`;
  const td = (cell: string) => `<td>${cell}</td>`;
  // A screen reader has nothing to say for a heading without words.
  const th = (cell: string) => (cell === '' ? td(cell) : `<th>${cell}</th>`);
  // A table of pictures ends up empty.
  if ([...head, ...body.flat()].every((cell) => cell.trim() === '')) return '';
  return `<table tabindex="0"><thead>${row(head.map(th))}</thead><tbody>${body.map((cells) => row(cells.map(td))).join('')}</tbody></table>`;
}

function inlineHtml(words: string, page: string, helpOf: (file: string) => string | undefined): string {
  return words
    .split(/(`[^`]+`)/)
    .map((part) =>
      part.startsWith('`')
        ? `<code>${escaped(part.slice(1, -1))}</code>`
        : escaped(part.replace(/!\[[^\]]*\]\([^)]*\)/g, ''))
            .replace(/&lt;span dir="ltr"&gt;/g, '<span dir="ltr">')
            .replaceAll('&lt;/span&gt;', '</span>')
            .replace(/&lt;(https?:[^&]+)&gt;/g, '[$1]($1)')
            .replace(/\*\*(.+?)\*\*/g, '<strong>$1</strong>')
            .replace(/\*([^*]+)\*/g, '<em>$1</em>'),
    )
    .join('')
    .replace(/\[([^[\]]*)\]\(([^)]+)\)/g, (_, label: string, target: string) =>
      linkHtml(label, target, page, helpOf),
    );
}

/** Links to the sandbox and to Help pages. For files outside the package, only the link text remains. */
function linkHtml(
  label: string,
  target: string,
  page: string,
  helpOf: (file: string) => string | undefined,
): string {
  const own = /^http:\/\/127\.0\.0\.1:4700(\/.*)$/.exec(target)?.[1];
  if (own !== undefined) return `<a href="${own}">${label}</a>`;
  if (/^https?:/.test(target)) return `<a href="${target}" rel="noreferrer">${label}</a>`;
  const [path = '', heading] = target.split('#');
  const file = path === '' ? page : posix.normalize(posix.join(posix.dirname(page), path));
  const name = helpOf(file);
  if (name === undefined) return label;
  const address = path === '' ? '' : `/_sandbox/help/${name}`;
  return `<a href="${address}${heading === undefined ? '' : `#${heading}`}">${label}</a>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
