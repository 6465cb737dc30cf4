import type { Field } from '../protocol/signature.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { Forgery, Tampering } from '../settings/delivery.ts';
import type { Callback } from '../store/callbacks.ts';
import type { Job } from './begin-attempt.ts';
import { type Message, messageOf, signedMessage } from './signed.ts';
import type { SentField } from './tamper.ts';

/** What differs from the stored callback. Empty: the same bytes to the same address. */
export interface Resend {
  /** Another absolute URL. For GET, the callback's query is appended to the URL's own. */
  readonly url?: string | undefined;
  /** Values by field name. Null removes a field, and an unknown name adds one at the end. */
  readonly fields?: Readonly<Record<string, string | null>> | undefined;
  /** Whether to sign edited fields again (default), or to send them with the old `hashed`. */
  readonly sign?: boolean | undefined;
  /** How to tamper with it. The fields are signed again, then forged as for a checkout's callback. */
  readonly tamper?: Tampering | undefined;
}

/** The request that resends a callback. It leaves the transaction unchanged and is not retried. */
export function resendJob(runtime: Runtime, callback: Callback, resend: Resend): Job {
  const same = resend.url === undefined && resend.fields === undefined && resend.tamper === undefined;
  const { message, forgery } = same
    ? { message: callback, forgery: undefined }
    : editedMessage(runtime, callback, resend);
  return {
    callbackId: callback.id,
    message,
    target: new URL(message.url).host,
    scheduled: false,
    genuine: same && callback.tamper === null,
    forgery,
  };
}

function editedMessage(
  runtime: Runtime,
  callback: Callback,
  { url, fields, sign, tamper }: Resend,
): { readonly message: Message; readonly forgery: Forgery | null } {
  // Written by `enqueueCallbacks`.
  const stored = JSON.parse(callback.fields) as SentField[];
  const envelope = { method: callback.method, url: url ?? ownUrl(runtime, callback) };
  const account = runtime.store.accounts.get(callback.accountId);
  const other = edited(stored, fields ?? {});
  // When the signature covers the query of the URL, another URL needs another hash.
  const changesSigned = fields !== undefined || runtime.settings.current.signature.scope === 'all';
  const signsAgain = tamper !== undefined || (changesSigned && sign !== false);
  if (!signsAgain || !account) {
    const forgery = fields === undefined ? callback.tamper : 'edited';
    return { message: messageOf(envelope, other, callback.signedString), forgery };
  }
  const own = other.filter(([name]) => name !== 'hashed');
  const message = signedMessage(runtime, { ...envelope, account }, own.map(asText), tamper);
  return { message, forgery: tamper ?? null };
}

/** The address that the merchant gave, without the query that the sandbox appended. */
function ownUrl({ store }: Runtime, callback: Callback): string {
  if (callback.method === 'POST') return callback.url;
  return store.checkouts.ofTransaction(callback.transactionId)?.returnUrl ?? callback.url;
}

function edited(stored: readonly SentField[], fields: NonNullable<Resend['fields']>): SentField[] {
  const kept = stored.flatMap(([name, value]): SentField[] => {
    const other = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (other === null) return [];
    return [[name, other ?? value]];
  });
  const names = new Set(stored.map(([name]) => name));
  const added = Object.entries(fields).flatMap(([name, value]): SentField[] =>
    names.has(name) || value === null ? [] : [[name, value]],
  );
  return [...kept, ...added];
}

function asText([name, value]: SentField): Field {
  return [name, String(value)];
}
