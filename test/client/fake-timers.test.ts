import { expect, it, onTestFinished, vi } from 'vitest';
import { started } from '../support/started.ts';

it('A wait for an event that ends in time says so under fake timers, too', async () => {
  const sandbox = await started();
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  await expect(sandbox.events.next({ type: 'transaction.expired', wait: '50ms' })).rejects.toThrow(
    /^No event matched .* within 50ms\.$/,
  );
});
