import { z } from 'zod';
import { type Duration, durationMs, writtenMs } from '../protocol/duration.ts';

interface Bounds {
  readonly atMost: Duration;
  /** Whether 0 is refused. */
  readonly aboveZero?: boolean;
}

const forms = '"10m", "90s", "250ms" or milliseconds';
const why = `must be a duration such as ${forms}`;

/** A duration up to a limit, which the refusal and the generated reference name. */
export function duration({ atMost, aboveZero = false }: Bounds) {
  return z
    .union([z.string(why), z.number(why)], why)
    .superRefine((value, context) => {
      const ms = durationMs(value, atMost);
      if (writtenMs(value) === undefined) context.addIssue({ code: 'custom', message: why });
      else if (ms === undefined) context.addIssue({ code: 'custom', message: `must be at most ${atMost}` });
      else if (ms === 0 && aboveZero) context.addIssue({ code: 'custom', message: 'must be longer than 0' });
    })
    .describe(`A duration up to ${atMost}: ${forms}`);
}
