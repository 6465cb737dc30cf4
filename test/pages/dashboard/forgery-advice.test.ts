import { describe, expect, it, test } from 'vitest';
import { decided, paid, settled, startCheckout } from '../../support/checkouts.ts';
import { freshMerchant, freshSandbox } from '../../support/fresh.ts';
import { wordsOf } from '../../support/tool-page.ts';

test('A proof leaves out what was in the query of the return address', async () => {
  const sandbox = await freshSandbox();
  const merchant = await freshMerchant();
  const token = await startCheckout(sandbox, 'cardgw', {
    return_url: `${merchant.url}/return?gateway=a&x=1`,
  });
  await decided(sandbox, token, 'approve', { tamper: 'amount' });
  await settled(sandbox);
  const { text } = await sandbox.fetch('/_sandbox/transactions/100001');
  const [proof = ''] = /<div class="proof">.*?<\/div>/s.exec(text) ?? [];
  expect(proof.match(/<th scope="row">/g)).toHaveLength(1);
  expect(wordsOf(proof)).toContain('amount 10.00 110.00 changed');
});

describe('The advice about an accepted forgery names what was wrong with it', () => {
  const forgeries = {
    'wrong-hash': ['The signature did not match, ', 'لم يتطابق التوقيع،'],
    'no-hash': ['There was no hashed , ', 'لم يكن في الإشعار hashed ،'],
    'lower-case-hash': ['hashed was right but in lower case, ', 'كان hashed صحيحًا لكن بأحرف صغيرة،'],
    amount: ['The amount was changed after signing, ', 'غُيِّر المبلغ بعد التوقيع'],
    invoice: ['The invoice number was changed after signing, ', 'غُيِّر رقم الفاتورة بعد التوقيع'],
    'both-flags': [
      'The signature is right, but the message contradicts itself: ',
      'التوقيع صحيح، لكن الإشعار يناقض نفسه:',
    ],
    types: ['Values came with other types than signed, ', 'وصلت القيم بأنواع غير التي وُقِّعت،'],
    edited: ['Fields were changed after signing, ', 'غُيِّرت حقول بعد التوقيع'],
  } as const;

  it.each(Object.entries(forgeries))('%s', async (forgery, [english, arabic]) => {
    const sandbox = await freshSandbox();
    const merchant = await freshMerchant();
    await paid(sandbox, `${merchant.url}/callback`);
    await settled(sandbox);
    const resend = forgery === 'edited' ? { fields: { amount: '99.00' }, sign: false } : { tamper: forgery };
    await sandbox.control('callbacks/1/resend', resend);
    await settled(sandbox);
    for (const [lang, words] of [
      ['en', english],
      ['ar', arabic],
    ] as const) {
      const { text } = await sandbox.fetch(`/_sandbox/transactions/100001?lang=${lang}`);
      const [, advice = ''] = /data-testid="verdict">.*?<\/h2>\s*<p>(.*?)<\/p>/s.exec(text) ?? [];
      expect(wordsOf(advice).slice(0, words.length)).toBe(words);
      // The signature doctor would find nothing wrong with it.
      expect(text.includes('/_sandbox/signature?callback=1')).toBe(forgery !== 'both-flags');
    }
  });
});
