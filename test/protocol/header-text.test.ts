import { expect, it } from 'vitest';
import { headerText } from '../../src/protocol/header-value.ts';

it.each([
  ['UTF-8', Buffer.from('/thanks/شكرا').toString('latin1'), '/thanks/شكرا'],
  ['Latin-1, which is no UTF-8', 'caf\u00e9', 'café'],
  ['ASCII', '/thanks', '/thanks'],
])('A header whose bytes are %s is read as such', (_, latin1, text) => {
  expect(headerText(latin1)).toBe(text);
});
