import { commonLanding } from '../audit/login.ts';
import type { Message, Visited } from './outcome.ts';

/**
 * Marks the returns of a day that may not have reached your handler. A redirect may have led them to a login if
 * it led all of this gateway's to the same page, and no return has paid an order. A forgery that is refused
 * with 401 or the like may have met one only if genuine returns are too.
 */
export function withLogins(visits: readonly Visited[]): readonly Visited[] {
  const pages = new Map(
    [...Map.groupBy(visits, ({ gateway }) => gateway)].map(([name, all]) => [name, loginOf(all)]),
  );
  return visits.map((visited) => {
    const { isRefusing = false, page } = pages.get(visited.gateway) ?? {};
    const messages = visited.messages.map((message) => ({
      ...message,
      mayNeedLogin:
        (message.mayNeedLogin && (isRefusing || !message.isForged)) ||
        (isReturn(message) && page !== undefined && message.landing === page),
    }));
    return { ...visited, messages };
  });
}

interface Login {
  /** Whether genuine returns are answered as if they needed one. */
  readonly isRefusing: boolean;
  /** Where all returns end. */
  readonly page: string | undefined;
}

function loginOf(visits: readonly Visited[]): Login {
  const returns = visits.flatMap(({ messages }) => messages.filter(isReturn));
  const seen = returns.filter(({ status }) => status !== null && status < 500);
  return {
    isRefusing: returns.some(({ isForged, mayNeedLogin }) => !isForged && mayNeedLogin),
    page: visits.some(isPaidByReturn) ? undefined : commonLanding(seen.map(({ landing }) => landing)),
  };
}

function isReturn({ what }: Message): boolean {
  return what === 'return';
}

function isPaidByReturn({ isPaidInTime, messages }: Visited): boolean {
  const genuine = messages.filter(({ isForged }) => !isForged);
  return isPaidInTime === true && genuine.length > 0 && genuine.every(isReturn);
}
