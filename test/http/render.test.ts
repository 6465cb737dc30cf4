import { describe, expect, test } from 'vitest';
import { checkout, result } from '../../scripts/preview/checkout-models.ts';
import { galleryPage, galleryStyle } from '../../scripts/preview/gallery.ts';
import { samples } from '../../scripts/preview/pages.ts';
import { inbox } from '../../scripts/preview/tester-models.ts';
import { render } from '../../src/pages/render.ts';

const hostile = `"><script>alert(1)</script>&'`;
const pages = Object.entries(samples).flatMap(([name, { view, languages, model }]) =>
  languages.map((lang) => [`${name} in ${lang}`, render(view, model(lang))] as const),
);

describe('every page', () => {
  test.each(pages)('%s leaves no value open and has nothing inline', (_, html) => {
    expect(html).not.toMatch(/\bundefined\b|\[object /);
    expect(html).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)/);
  });

  test.each(pages)('%s has each id once', (_, html) => {
    const ids = [...html.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id);
    expect(ids).toEqual([...new Set(ids)]);
  });
});

describe('a checkout page', () => {
  test.each(['local-card', 'card', 'methods'] as const)(
    'of the kind %s has each test id once, the same in both languages',
    (kind) => {
      const arabic = testIds(render(`checkout/${kind}`, checkout('ar', kind, 'fresh')));
      expect(arabic).toEqual([...new Set(arabic)]);
      expect(arabic).toEqual(testIds(render(`checkout/${kind}`, checkout('en', kind, 'fresh'))));
      expect(arabic).toEqual(
        expect.arrayContaining(['amount', 'invoice', 'pay', 'cancel', 'tools', 'order', ...tools]),
      );
    },
  );

  test('without tester tools has no trace of them', () => {
    expect(render('checkout/card', { ...checkout('en', 'card', 'fresh'), tools: undefined })).not.toContain(
      'tool',
    );
  });

  test('shows the amount as it was sent, left to right, with the name of the currency', () => {
    expect(render('checkout/methods', { ...checkout('ar', 'methods', 'fresh'), amount: '5.5' })).toContain(
      '<bdi dir="ltr">5.5</bdi> <span class="currency">د.ل</span>',
    );
  });

  test('escapes what the merchant wrote', () => {
    const html = render('checkout/card', {
      ...checkout('en', 'card', 'fresh'),
      merchant: hostile,
      invoice: hostile,
      token: hostile,
    });
    expect(html).not.toContain('<script>alert');
    expect(html).toContain('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;&#39;');
  });
});

describe('a result page', () => {
  test('has the state and no way to pay', () => {
    const html = render('checkout/result', result('ar', 'methods', 'paid'));
    expect(testIds(html)).toEqual([
      'mode',
      'amount',
      'invoice',
      'result-status',
      'reference',
      'ended-at',
      'return-link',
    ]);
    expect(html).toContain('data-state="paid"');
  });

  test('sends the customer back at once where the gateway does, with the address escaped', () => {
    const html = render('checkout/result', {
      ...result('ar', 'card', 'paid'),
      returnsAtOnce: true,
      returnHref: 'http://shop/?a=1&b="',
    });
    expect(html).toContain('<meta http-equiv="refresh" content="0;url=http://shop/?a=1&amp;b=&quot;">');
  });

  test('offers no way back when the customer closed the tab', () => {
    const html = render('checkout/result', { ...result('en', 'card', 'paid', true), returnsAtOnce: true });
    expect(html).not.toContain('return-link');
    expect(html).not.toContain('http-equiv="refresh"');
  });
});

describe('a code in the inbox', () => {
  test('is one text node', () => {
    expect(render('inbox', inbox('full'))).toContain(
      'data-testid="code" data-copy-source dir="ltr">482913</strong>',
    );
  });
});

const tools = ['tool-approve', 'tool-decline', 'tool-cancel', 'tool-expire'];

function testIds(html: string): (string | undefined)[] {
  return [...html.matchAll(/data-testid="([^"]*)"/g)].map(([, id]) => id);
}

test('the gallery of the preview shows each token and each component, without scripts', () => {
  const page = galleryPage('ar');
  for (const mark of ['<code dir="ltr">--ink</code>', 'class="pills"', 'class="handset"', '<h1 lang="en"'])
    expect(page).toContain(mark);
  expect(page).not.toContain('<script');
  expect(galleryStyle()).toContain('.swatch--accent { background: var(--accent); }');
});
