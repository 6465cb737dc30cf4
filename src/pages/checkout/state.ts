import { resendWaitMs } from '../../flows/phone.ts';
import type { Session } from '../../flows/session.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import type { Otp } from '../../store/verifications.ts';
import { isAnswering } from './answering.ts';
import type { ResultState } from './page-models.ts';

/** How a session ended. Undefined while it can be paid. Expired ones count even before that is stored. */
export function endOf(runtime: Runtime, { checkout, transaction }: Session): ResultState | undefined {
  if (checkout.open) return checkout.expiresAt <= runtime.clock.now() ? 'expired' : undefined;
  if (transaction.status === 'completed') return 'paid';
  return transaction.status === 'canceled' || transaction.status === 'declined'
    ? transaction.status
    : 'expired';
}

/** The answer to the open page's polling: whether the page is still current, and the time left. */
export interface CheckoutState {
  readonly watched: string;
  readonly seconds_left: number;
  /** Seconds left for the current code. */
  readonly code_seconds: number;
  readonly resend_seconds: number;
  /** The sandbox's clock is frozen, so the countdown must stop. */
  readonly frozen: boolean;
  /** A form of the session is still being answered: the browser that sent it goes on by itself. */
  readonly answering: boolean;
}

export function checkoutState(runtime: Runtime, session: Session): CheckoutState {
  const { clock } = runtime;
  const otp = codeOf(runtime, session);
  return {
    watched: watchedState(runtime, session),
    seconds_left: secondsUntil(runtime, session.checkout.expiresAt),
    code_seconds: otp ? secondsUntil(runtime, otp.expiresAt) : 0,
    resend_seconds: otp ? Math.ceil(resendWaitMs(runtime, () => otp) / 1000) : 0,
    frozen: clock.frozen,
    answering: isAnswering(runtime.store, session.checkout.token),
  };
}

/** Changes when the page is outdated: because of another tab, a tester in the inbox, or the clock. */
export function watchedState(runtime: Runtime, session: Session): string {
  const otp = codeOf(runtime, session);
  return [
    endOf(runtime, session) ?? 'open',
    session.checkout.step ?? 'first',
    otp ? codeState(runtime, otp) : '',
  ].join(' ');
}

/** The code's ID, and whether it is still accepted. */
function codeState({ clock, store }: Runtime, { id, status, expiresAt, processId }: Otp): string {
  const isOpen = store.verifications.get(processId)?.status === 'open';
  return `${id}-${isOpen ? (status === 'active' && expiresAt > clock.now() ? 'active' : 'expired') : 'locked'}`;
}

function codeOf({ store }: Runtime, { checkout }: Session): Otp | undefined {
  return checkout.processId === null ? undefined : store.verifications.otpOf(checkout.processId);
}

function secondsUntil({ clock }: Runtime, at: number): number {
  return Math.max(0, Math.round((at - clock.now()) / 1000));
}
