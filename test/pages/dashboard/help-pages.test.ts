import { describe, expect, test } from 'vitest';
import guides from '../../../fixtures/help.json' with { type: 'json' };
import { articleOf } from '../../../scripts/docs/help-html.ts';
import { freshSandbox } from '../../support/fresh.ts';

const links = Object.keys(guides).map((name) => `/_sandbox/help/${name}`);

describe('The Help pages', () => {
  test('list every guide of the package', async () => {
    const list = (await fetched('/_sandbox/help')).text;
    const listed = [...list.matchAll(/href="(\/_sandbox\/help\/[\w-]+)"/g)].map(([, link]) => link);
    expect(listed).toEqual(links);
  });

  test.each(links)('%s shows a guide in less than 60 KB, with links that lead somewhere', async (link) => {
    const { text, status } = await fetched(link);
    expect(status).toBe(200);
    expect(text.length).toBeLessThan(60_000);
    expect(text).not.toMatch(/<img|\]\(|```/);
    const inside = [...text.matchAll(/href="(\/_sandbox\/help\/[\w-]+)[#"]/g)].map(([, each = '']) => each);
    expect(inside.filter((each) => !links.includes(each))).toEqual([]);
  });

  test('an Arabic guide reads from right to left', async () => {
    expect((await fetched('/_sandbox/help/qa-ar')).text).toContain(
      '<article class="help" dir="rtl" lang="ar">',
    );
  });

  test.each(['none', '__proto__', 'constructor', '..%2Fpackage'])('there is no guide %s', async (name) => {
    expect((await fetched(`/_sandbox/help/${name}`)).status).toBe(404);
  });
});

test('A guide becomes HTML without pictures and without links to what is not in the package', () => {
  const page =
    '# A `b` <c>\n\nOne **two** [three](x.md#y), [four](z.md).\n\n![p](p.png)\n\n| | b |\n|---|---|\n| `1\\|2` | ![p](p.png) |\n\n- [ ] do\n  it\n- more\n\n```sh\na <b\n```\n';
  const helpOf = (file: string) => (file === 'docs/x.md' ? 'x' : undefined);
  expect(articleOf('docs/a.md', page, helpOf)).toEqual({
    title: 'A `b` <c>',
    isRightToLeft: false,
    html: [
      '<h1 id="a-b-c">A <code>b</code> &lt;c&gt;</h1>',
      '<p>One <strong>two</strong> <a href="/_sandbox/help/x#y">three</a>, four.</p>',
      '<table tabindex="0"><thead><tr><td></td><th>b</th></tr></thead><tbody><tr><td><code>1|2</code></td><td></td></tr></tbody></table>',
      '<ul><li>☐ do it</li><li>more</li></ul>',
      '<pre tabindex="0" dir="ltr"><code>a &lt;b</code></pre>',
    ].join('\n'),
  });
});

async function fetched(path: string) {
  return (await freshSandbox()).fetch(path);
}
