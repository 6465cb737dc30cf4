import { describe, expect, test } from 'vitest';
import { days } from '../../../src/faults/weather.ts';
import { freshSandbox } from '../../support/fresh.ts';
import type { TestSandbox } from '../../support/sandbox.ts';
import { chipsOf, done, errorBeside, heldBy, sendTo, wordsOf } from '../../support/tool-page.ts';

describe('The weather on the faults page', () => {
  const page = async (sandbox: TestSandbox, query = '') =>
    wordsOf((await sandbox.fetch(`/_sandbox/faults${query}`)).text);

  test('is changed, and what is in effect is shown', async () => {
    const sandbox = await freshSandbox();
    expect(await page(sandbox)).toContain('Now: Calm');
    const fields = { weather: 'storm', latency: 'slow-bank', weather_seed: '7' };
    const changed = await done(sandbox, 'faults/weather', fields);
    expect(wordsOf(changed)).toContain('The weather was changed. It applies from the next call on.');
    expect(wordsOf(changed)).toContain('Now: Storm · Like a slow bank');
    expect(changed).toContain('value="storm" checked');
    expect((await sandbox.control('settings')).json).toMatchObject({ ...fields, weather_seed: 7 });
    expect(chipsOf(changed).map(({ href }) => href)).toContain('/_sandbox/faults#weather');
    await done(sandbox, 'faults/weather', { weather: 'calm', latency: 'weather', weather_seed: '' });
    expect((await sandbox.control('settings')).json).toMatchObject({ weather: 'calm', weather_seed: null });
  });

  test('says what each day does, in both languages', async () => {
    const sandbox = await freshSandbox();
    const [english, arabic] = [await page(sandbox), await page(sandbox, '?lang=ar')];
    for (const { latency, mishaps } of Object.values(days)) {
      expect(english).toContain(
        `verify: half within ${latency.verify.p50Ms / 1000} s, 19 of 20 within ${latency.verify.p95Ms / 1000} s`,
      );
      for (const [share] of mishaps)
        for (const words of [english, arabic]) expect(words).toContain(`${share * 100} %`);
    }
    expect(arabic).toContain('عاصفة');
  });

  test('an invalid seed is shown again with the reason beside it', async () => {
    const sandbox = await freshSandbox();
    const fields = { weather: 'rainy', latency: 'weather', weather_seed: 'x' };
    const { status, text } = await sendTo(sandbox, 'faults/weather', fields);
    expect(status).toBe(422);
    expect(errorBeside(text, 'weather_seed')).toBe('Must be a whole number.');
    expect(heldBy(text, 'weather_seed')).toBe('x');
    expect(text).toContain('value="rainy" checked');
  });
});
