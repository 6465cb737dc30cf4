import type { Field } from '../protocol/signature.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { Forgery, Tampering } from '../settings/delivery.ts';
import type { Callback } from '../store/callbacks.ts';
import type { Job } from './begin-attempt.ts';
import { type Message, messageOf, signedMessage } from './signed.ts';
import type { SentField } from './tamper.ts';

/** What is to be different from the stored callback. Nothing: the same bytes to the same address. */
export interface Resend {
  /** Another address, absolute; for GET the query goes after its own. */
  readonly url?: string | undefined;
  /** Other values by name; null leaves a field out, an unknown name adds one at the end. */
  readonly fields?: Readonly<Record<string, string | null>> | undefined;
  /** Whether edited fields are signed again (the default), or sent with the old `hashed`. */
  readonly sign?: boolean | undefined;
  /** What is to be wrong with it; it is signed again and forged as a checkout's callback would be. */
  readonly tamper?: Tampering | undefined;
}

/** The request that sends a callback once more. The transaction is not touched, and no retry follows. */
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
  // Where the query of the address is signed too, another address needs another hash.
  const changesSigned = fields !== undefined || runtime.settings.current.signature.scope === 'all';
  const signsAgain = tamper !== undefined || (changesSigned && sign !== false);
  if (!signsAgain || !account) {
    const forgery = callback.tamper ?? (fields === undefined ? null : 'edited');
    return { message: messageOf(envelope, other, callback.signedString), forgery };
  }
  const own = other.filter(([name]) => name !== 'hashed');
  const message = signedMessage(runtime, { ...envelope, account }, own.map(asText), tamper);
  return { message, forgery: tamper ?? null };
}

/** Where the merchant asked for it, without what the sandbox has added. */
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
