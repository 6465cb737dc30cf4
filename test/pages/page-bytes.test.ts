import { describe, expect, test } from 'vitest';
import { checkout, result } from '../../scripts/preview/checkout-models.ts';
import { pageBytes } from '../../src/pages/page-bytes.ts';
import { render } from '../../src/pages/render.ts';

describe('The bytes of a page', () => {
  test.each(['ar', 'en'] as const)('are its HTML, with the tester tools of this page: %s', (lang) => {
    const model = checkout(lang, 'card', 'fresh');
    for (const panel of ['one', 'two', 'one', ...Array.from({ length: 30 }, (_, index) => `أ ${index}`)]) {
      const shown = { ...model, tools: model.tools && { ...model.tools, panel } };
      expect(pageBytes('checkout/card', shown).toString()).toBe(render('checkout/card', shown));
    }
  });

  test('are those of a page without tester tools, and of a view that does not show them', () => {
    const without = { ...checkout('ar', 'card', 'fresh'), tools: undefined };
    expect(pageBytes('checkout/card', without).toString()).toBe(render('checkout/card', without));
    const message = { ...result('ar', 'card', 'paid'), tools: { panel: 'nowhere' }, heading: '', text: '' };
    const shown = { ...message, isTesters: false, otherLanguage: undefined };
    expect(pageBytes('message', shown).toString()).toBe(render('message', shown));
  });

  test('are all of a page that is longer than the buffer', () => {
    const model = { ...checkout('ar', 'card', 'fresh'), invoice: 'ن'.repeat(100_000) };
    expect(pageBytes('checkout/card', model).toString()).toBe(render('checkout/card', model));
  });
});
