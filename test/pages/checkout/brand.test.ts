import { describe, expect, test } from 'vitest';
import { brandStyle } from '../../../src/pages/checkout/brand-style.ts';
import { startCheckout } from '../../support/checkouts.ts';
import { freshSandbox } from '../../support/fresh.ts';

const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

describe('The color of a shop', () => {
  test.each([
    '#0b6e4f',
    '#ffffff',
    '#000000',
    '#ffff00',
    '#00ff00',
    '#ff0000',
    '#0000ff',
    '#7f7f7f',
    '#FFD1DC',
  ])('%s is readable as text, under text and in both themes', (accent) => {
    const css = brandStyle(accent);
    const [brand, lighter, quiet] = ['brand', 'brand-2', 'on-brand-quiet'].map(
      (name) => colorsOf(css, name)[0],
    );
    const [light, dark] = colorsOf(css, 'accent');
    const [onLight, onDark] = colorsOf(css, 'on-accent');
    const [tint, darkTint] = colorsOf(css, 'tint');
    const pairs = [
      ['#ffffff', brand],
      ['#ffffff', lighter],
      [quiet, lighter],
      [light, '#ffffff'],
      [light, tint],
      [onLight, light],
      [dark, '#181d27'],
      [dark, darkTint],
      [onDark, dark],
    ];
    for (const [one = '', other = ''] of pairs)
      expect(contrast(one, other), `${one} on ${other}`).toBeGreaterThanOrEqual(4.5);
  });
});

describe('The brand of an account', () => {
  test('is on its hosted pages, comes from the sandbox alone, and goes again', async () => {
    const sandbox = await freshSandbox();
    const pageOf = async () => (await sandbox.fetch('/checkout?token=token-1&lang=en')).text;
    await startCheckout(sandbox, 'cardgw');
    expect(await pageOf()).not.toContain('/checkout/logo');
    expect((await sandbox.fetch('/checkout/logo?token=token-1')).status).toBe(404);
    await change(sandbox, { accent: '#0b6e4f', logo: `data:image/png;base64,${pixel}` });
    expect(await pageOf()).toContain('<img class="merchant-logo" src="/checkout/logo?token=token-1"');
    expect(await pageOf()).toContain('<link rel="stylesheet" href="/checkout/brand.css?token=token-1">');
    const logo = await sandbox.fetch('/checkout/logo?token=token-1');
    expect(logo.headers.get('content-type')).toBe('image/png');
    expect(logo.headers.get('content-security-policy')).toMatch(/sandbox$/);
    expect((await sandbox.fetch('/checkout/logo?token=nobody')).status).toBe(404);
    expect((await sandbox.fetch('/checkout/brand.css?token=token-1')).text).toContain('--brand:');
    await change(sandbox, { accent: null, logo: null });
    expect(await pageOf()).not.toContain('/checkout/brand.css');
  });

  test.each([
    ['accent', 'red'],
    ['accent', '#fff}body{display:none'],
    ['logo', 'https://shop.example/logo.png'],
    ['logo', 'data:text/html;base64,PHA+'],
    ['logo', 'data:image/png;base64,"><script>'],
    ['logo', `data:image/png;base64,${'A'.repeat(70_000)}`],
  ])('is refused where it could load or say anything else: %s %s', async (name, value) => {
    const sandbox = await freshSandbox();
    const { status, json } = await sandbox.control('accounts/demo', { brand: { [name]: value } }, 'PATCH');
    expect([status, json.error.message]).toEqual([400, expect.stringContaining(`brand.${name}`)]);
    const body = new URLSearchParams({ [`brand.${name}`]: value });
    const form = await sandbox.fetch('/_sandbox/account/demo/brand', { method: 'POST', body });
    expect(form.status).toBe(422);
    expect(form.text).toContain(`id="field-brand.${name}-error"`);
  });
});

async function change(sandbox: Awaited<ReturnType<typeof freshSandbox>>, brand: object) {
  const { status, json } = await sandbox.control('accounts/demo', { brand }, 'PATCH');
  expect([status, json.brand]).toEqual([200, brand]);
}

function colorsOf(css: string, name: string): string[] {
  const [, value = ''] = new RegExp(`--${name}: ([^;]*);`).exec(css) ?? [];
  return value.match(/#[0-9a-f]{6}/g) ?? [];
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [one, other].map(luminance).toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((place) => Number.parseInt(hex.slice(place, place + 2), 16) / 255)
    .map((share) => (share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
