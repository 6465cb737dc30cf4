import type { DatedWork } from '../runtime/alarms.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { expire } from './checkout.ts';
import { endOtp } from './phone.ts';

/** The most to expire in one turn, to keep requests from waiting. The rest follows in the next turns. */
const mostAtOnce = 100;

/** Expires codes and checkouts in the order of their expiry times. */
export function expiries(runtime: Runtime): DatedWork {
  const { store } = runtime;
  return {
    soonest: () => {
      const times = [store.verifications.soonestOtpExpiry(), store.checkouts.soonestExpiry()];
      const known = times.filter((time) => time !== undefined);
      return known.length > 0 ? Math.min(...known) : undefined;
    },
    // The clock may have been set back since the run began, by a reset or a restored snapshot.
    run: () => store.commit(() => expireDue(runtime, runtime.clock.now())),
  };
}

function expireDue(runtime: Runtime, now: number): void {
  const { store } = runtime;
  const due = [
    ...store.verifications
      .dueOtps(now, mostAtOnce)
      .map((otp) => ({ at: otp.expiresAt, end: () => endOtp(runtime, otp, 'expired') })),
    ...store.checkouts
      .due(now, mostAtOnce)
      .map(({ expiresAt, token }) => ({ at: expiresAt, end: () => expire(runtime, token) })),
  ];
  for (const { end } of due.sort((a, b) => a.at - b.at).slice(0, mostAtOnce)) end();
}
