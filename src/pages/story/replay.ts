import { genuineCallback } from '../../callbacks/genuine.ts';
import { HttpSender } from '../../callbacks/http-sender.ts';
import { signedMessage } from '../../callbacks/signed.ts';
import type { OpenStory } from '../../http/parts.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import { firstPage } from '../../store/statements.ts';
import { storedPairs } from '../../store/stored-json.ts';
import { forgedWords } from '../dashboard/callback-result.ts';
import type { Reader } from '../reader.ts';

export interface Replayed {
  readonly title: string;
  /** What is wrong with it, in words. Empty for a genuine callback. */
  readonly forged: string;
  readonly outcome: string;
  readonly isAccepted: boolean;
}

const timeoutMs = 10_000;
const shownCharacters = 300;

/**
 * Sends a payment's callbacks to an app in their original order, signed with the key of an account that the
 * app knows. Nothing is stored.
 */
export async function replayedTo(
  runtime: Runtime,
  { t }: Reader,
  story: OpenStory,
  url: string,
  signal: AbortSignal,
): Promise<Replayed[]> {
  const [account] = runtime.store.accounts.all();
  if (!account) return [];
  const sender = new HttpSender(runtime.addresses);
  const callbacks = story.runtime.store.callbacks.list({ transactionId: story.transactionId }, firstPage);
  const genuine = genuineCallback(story.runtime.store, story.transactionId);
  const all: Replayed[] = [];
  try {
    for (const { id, method, fields, tamper } of callbacks.toReversed()) {
      // A forged callback is forged again, from what the gateway signed.
      const own = storedPairs(tamper === null ? fields : (genuine?.fields ?? fields)).filter(
        ([name]) => name !== 'hashed',
      );
      const envelope = { account, method, url };
      const pairs = own.map(([name, value]) => [name, String(value)] as const);
      const message = signedMessage(runtime, envelope, pairs, tamper ?? undefined);
      const request = { ...message, allowSelfSigned: account.allowSelfSigned, timeoutMs };
      const answer = await sender.send(request, signal);
      const isAnswer = 'status' in answer;
      all.push({
        title: `${method} ${id}`,
        forged: tamper === null ? '' : forgedWords(tamper, t.tamperings[tamper], t.dashboard.story.forged),
        outcome: isAnswer ? `${answer.status} ${shown(answer.body)}` : answer.error,
        isAccepted: isAnswer && answer.status >= 200 && answer.status < 300,
      });
    }
  } finally {
    sender.close();
  }
  return all;
}

function shown(body: Uint8Array): string {
  return new TextDecoder().decode(body.subarray(0, shownCharacters * 4)).slice(0, shownCharacters);
}
