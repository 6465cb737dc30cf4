import { z } from 'zod';
import type { AppParts } from '../http/parts.ts';
import { longest } from '../protocol/duration.ts';
import { isoTime } from '../protocol/time.ts';
import { latestMs, type SandboxClock } from '../runtime/clock.ts';
import { duration } from '../settings/kinds.ts';
import { settingMs } from '../settings/settings.ts';
import { time } from './answers.ts';
import { invalid } from './control-error.ts';
import { timeWhy } from './input.ts';
import { operation } from './operation.ts';

export const clockAnswer = z.object({
  now: time,
  frozen: z.boolean(),
  offset_ms: z.number().describe('How far it is ahead of real time'),
});

/**
 * The clock for every expiry, rate limit and retry. What becomes due by a move runs before the response. Of callbacks,
 * only the sending begins: `settled` waits for the answers.
 */
export const clockOperations = {
  getClock: operation({
    method: 'get',
    path: '/clock',
    summary: 'The sandbox’s clock, which expiries, limits and retries use',
    answer: clockAnswer,
    run: clockShape,
  }),

  advanceClock: operation({
    method: 'post',
    path: '/clock/advance',
    summary:
      'Advances the clock; what falls due runs in order before the response, and callbacks are sent but not waited for',
    body: z.strictObject({ by: duration({ atMost: longest.date }) }),
    answer: clockAnswer,
    run: (parts, { body }) => {
      const ms = settingMs(body.by);
      return moved(parts, (clock) => {
        refuseOutside('by', clock.now() + ms);
        clock.advance(ms);
      });
    },
  }),

  freezeClock: operation({
    method: 'post',
    path: '/clock/freeze',
    summary: 'Freezes the clock, at a given time if the body has one',
    body: z.strictObject({ at: z.iso.datetime({ offset: true, error: timeWhy }).optional() }),
    answer: clockAnswer,
    run: (parts, { body }) => {
      const at = body.at === undefined ? undefined : Date.parse(body.at);
      if (at !== undefined) refuseOutside('at', at);
      return moved(parts, (clock) => clock.freeze(at));
    },
  }),

  resumeClock: operation({
    method: 'post',
    path: '/clock/resume',
    summary: 'Resumes the clock',
    answer: clockAnswer,
    run: (parts) => moved(parts, (clock) => clock.resume()),
  }),
};

function refuseOutside(field: string, at: number): void {
  if (!(at >= 0 && at <= latestMs)) throw invalid(field, 'the clock goes from 1970 to the year 9000');
}

async function moved(parts: AppParts, move: (clock: SandboxClock) => void) {
  await parts.moveClock(move);
  return clockShape(parts);
}

function clockShape({ runtime: { clock } }: AppParts) {
  return {
    now: isoTime(clock.now()),
    frozen: clock.frozen,
    offset_ms: clock.frozen ? clock.now() - Date.now() : clock.state.offsetMs,
  };
}
