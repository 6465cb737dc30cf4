import { describe, expect, it } from 'vitest';
import { asksForPassword } from '../../src/audit/login.ts';

const page = (body: string, status: number | null = 200) => ({
  ...{ status, body, error: null, location: null, headers: [], durationMs: 1 },
});

describe('a password field', () => {
  it.each([
    '<form><input name="user"><input type="password" name="pass"></form>',
    '<INPUT TYPE=PASSWORD>',
    "<input\n  class='x'\n  type = 'Password'\n/>",
    '<input/type=password/>',
    '<input name="p"type="password">',
  ])('is found in %j', (body) => expect(asksForPassword(page(body))).toBe(true));

  it.each([
    'Enter your password: <input type="text" name="password">',
    '<input data-type="password">',
    '<input type="password-hint">',
    '<inputs type="password">',
    '<input name="a"> type="password"',
    '<button type="password">',
  ])('is not found in %j', (body) => expect(asksForPassword(page(body))).toBe(false));

  it('counts only on a page that is no error', () => {
    for (const status of [500, 404, 302, null])
      expect(asksForPassword(page('<input type="password">', status))).toBe(false);
  });

  // Anything but linear time would take hours.
  it.each(['<input ', '<input type=', '<input type', '<input  type  ', ' type  =', ' type', ' '])(
    'is looked for in linear time in a page full of %j',
    (part) => expect(asksForPassword(page(`<input type${part.repeat(1_000_000)}`))).toBe(false),
  );
});
