import { expect, it, onTestFinished, vi } from 'vitest';
import { packageUser, vitestProgram } from '../support/package-user.ts';
import { started } from '../support/started.ts';

it('A wait for an event that ends in time says so under fake timers, too', async () => {
  const sandbox = await started();
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  await expect(sandbox.events.next({ type: 'transaction.expired', wait: '50ms' })).rejects.toThrow(
    /^No event matched .* within 50ms\.$/,
  );
});

it('so it does where the package is loaded under fake timers', async () => {
  const user = packageUser();
  user.write(
    'wait.test.js',
    `import { expect, test, vi } from 'vitest';
    test('a wait', async () => {
      vi.useFakeTimers();
      const { startSandbox } = await import('gateway-sandbox');
      const sandbox = await startSandbox();
      await expect(sandbox.events.next({ type: 'otp.sent', wait: '50ms' })).rejects.toThrow(/ within 50ms\\.$/);
      await sandbox.stop();
    });`,
  );
  const report = await user.node([vitestProgram, 'run', '--reporter=tap-flat']);
  expect(report).toMatch(/^1\.\.1\nok 1 - wait\.test\.js > a wait/m);
});
