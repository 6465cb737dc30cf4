import type { Runtime } from '../runtime/runtime.ts';
import type { LoggedRequest } from '../store/requests.ts';
import { endpointOf } from './logged-fields.ts';
import { requestWords } from './reasons.ts';
import { kindOf, type NoCount, type Stories } from './stories.ts';

/** A kind of refused request that is no failure of the client. */
export interface NotCounted {
  /** The request: `POST /api/v1/…`. */
  readonly what: string;
  readonly count: number;
  readonly reason: string;
  /** `corrected`: a mistake of set-up, made right since. `sent_again`: with success. `customer`: a customer causes it too. `accepted_now`: when it was tried. */
  readonly why: NoCount;
  /** The ID of the newest one. */
  readonly request: string;
}

const most = 30;

interface Sorted {
  /** All requests of the client, newest first. */
  readonly logged: readonly LoggedRequest[];
  /** Those without corrected mistakes. */
  readonly rows: readonly LoggedRequest[];
  readonly settled: Stories['settled'];
  /** Names that a question asks about. */
  readonly forgotten: readonly string[];
}

/** What was refused and does not count, so that a person can object. The newest kinds, in the order of the log. */
export function notCounted(
  runtime: Runtime,
  { logged, rows, settled, forgotten }: Sorted,
): readonly NotCounted[] {
  const kept = new Set(rows);
  const whyOf = (row: LoggedRequest) => (kept.has(row) ? settled.get(row) : 'corrected');
  const left = logged.filter(
    (row) => whyOf(row) !== undefined && !forgotten.includes(endpointOf(row)?.name ?? ''),
  );
  const kinds = Map.groupBy(left, (row) => JSON.stringify([whyOf(row), kindOf(row)]));
  return [...kinds.values()]
    .slice(0, most)
    .toReversed()
    .flatMap(([row, ...others]) => {
      const why = row && whyOf(row);
      if (!row || !why) return [];
      return [
        {
          what: `${row.method} ${row.path.split('?', 1)[0]}`,
          count: others.length + 1,
          reason: requestWords(runtime, row, []),
          why,
          request: String(row.id),
        },
      ];
    });
}
