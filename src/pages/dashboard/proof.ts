import { jsonValue } from '../../protocol/json-text.ts';
import { queryFields } from '../../protocol/merchant-url.ts';
import { signedPart } from '../../protocol/pasted.ts';
import type { AttemptSummary } from '../../store/attempts.ts';
import type { Callback } from '../../store/callbacks.ts';
import type { Store } from '../../store/store.ts';
import { storedPairs } from '../../store/stored-json.ts';
import type { Reader } from '../reader.ts';
import type { VerdictBox } from './transaction-models.ts';

type Fields = ReadonlyMap<string, string>;

/** What an accepted forgery has that the gateway did not sign. */
export function proofOf(
  { callbacks }: Store,
  { dashboard }: Reader['t'],
  genuine: Callback,
  { callbackId, number }: AttemptSummary,
): VerdictBox['proof'] {
  const [attempt] = callbacks.attempts(callbackId, { before: number + 1, limit: 1 });
  if (!attempt) return undefined;
  const { missing, rest } = dashboard.payments.page.proof;
  const signed = new Map(storedPairs(genuine.fields).map(([name, value]) => [name, String(value)]));
  const received = receivedIn(attempt.request, signed);
  const names = [...new Set([...signed.keys(), ...received.keys()])];
  const rows = names
    .map((name) => ({
      name,
      signed: signed.get(name) ?? missing,
      received: received.get(name) ?? missing,
    }))
    .filter((row) => row.signed !== row.received);
  if (rows.length === 0) return undefined;
  return { rows, rest: rest(names.length - rows.length) };
}

/** The gateway's fields in a request. In a query they follow the merchant's own. */
function receivedIn(request: string, signed: Fields): Fields {
  const part = signedPart(request) ?? { query: '' };
  if ('body' in part) return new Map(Object.entries(Object(jsonValue(part.body))).map(asText));
  const all = queryFields(part.query);
  const [first] = signed.keys();
  return new Map(
    all.slice(
      Math.max(
        0,
        all.findLastIndex(([name]) => name === first),
      ),
    ),
  );
}

function asText([name, value]: [string, unknown]): [string, string] {
  return [name, String(value)];
}
