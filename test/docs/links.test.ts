import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';
import { anchor } from '../../scripts/docs/markdown.ts';
import { pages } from './pages.ts';

const pagesAndMore = [...pages, 'llms.txt'];

describe.each(pagesAndMore)('%s', (page) => {
  const text = readFileSync(page, 'utf8');
  const prose = text.replace(/^( *)(```+)[\s\S]*?^\1\2$/gm, '').replace(/`[^`\n]*`/g, '');
  const links = [...prose.matchAll(/\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"/g)]
    .map(([, link, attribute]) => link ?? attribute ?? '')
    .filter((link) => !/^(?:https?|mailto):/.test(link));

  test('every link leads to a file of the repository, and to a heading of it', () => {
    expect(links.filter((link) => !leadsSomewhere(page, link))).toEqual([]);
  });

  test('nothing is left to do', () => {
    expect(text.match(/\b(?:TODO|FIXME|TBD|XXX+)\b(?!, XX\.X)/g) ?? []).toEqual([]);
  });
});

test('Every page of docs is at most two clicks from README.md: by docs/README.md, or by README.md itself', () => {
  const linked = ['README.md', 'docs/README.md'].flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(/\]\(([^)#\s]+)/g)].map(([, link = '']) =>
      normalize(join(dirname(page), link)),
    ),
  );
  const inDocs = pages.filter((page) => page.startsWith('docs/') && !page.startsWith('docs/adr/'));
  expect(inDocs.filter((page) => !linked.includes(page))).toEqual([]);
});

function leadsSomewhere(page: string, link: string): boolean {
  const [path = '', heading] = link.split('#');
  const file = path === '' ? page : normalize(join(dirname(page), decodeURIComponent(path)));
  if (!existsSync(file)) return false;
  return heading === undefined || !file.endsWith('.md') || anchorsOf(file).includes(heading);
}

/** Anchors as GitHub generates them. Repeated headings get a number. */
function anchorsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8').replace(/^( *)(```+)[\s\S]*?^\1\2$/gm, '');
  const headings = [...text.matchAll(/^#{1,6} (.*)$/gm)].map(([, heading = '']) =>
    anchor(heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', '')),
  );
  return headings.map((each, index) => {
    const before = headings.slice(0, index).filter((other) => other === each).length;
    return before === 0 ? each : `${each}-${before}`;
  });
}
