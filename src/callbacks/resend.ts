import type { Field } from '../protocol/signature.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { Forgery, Tampering } from '../settings/delivery.ts';
import type { Callback } from '../store/callbacks.ts';
import type { Job } from './begin-attempt.ts';
import { genuineCallback } from './genuine.ts';
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

/** The callback as it would be resent. */
export function resentCallback(runtime: Runtime, callback: Callback, resend: Resend): Callback {
  if (isSame(resend)) return callback;
  const { message, forgery } = editedMessage(runtime, callback, resend);
  const tamper = forgery === 'edited' ? callback.tamper : forgery;
  return { ...callback, ...message, fields: JSON.stringify(message.fields), tamper };
}

/** The request that resends a callback. It leaves the transaction unchanged and is not retried. */
export function resendJob(runtime: Runtime, callback: Callback, resend: Resend): Job {
  const same = isSame(resend);
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

function isSame({ url, fields, tamper }: Resend): boolean {
  return url === undefined && fields === undefined && tamper === undefined;
}

function editedMessage(
  runtime: Runtime,
  callback: Callback,
  { url, fields, sign, tamper }: Resend,
): { readonly message: Message; readonly forgery: Forgery | null } {
  const envelope = { method: callback.method, url: url ?? ownUrl(runtime, callback) };
  const account = runtime.store.accounts.get(callback.accountId);
  const genuine = genuineCallback(runtime.store, callback.transactionId) ?? callback;
  // When the signature covers the query of the URL, another URL needs another hash.
  const changesSigned = fields !== undefined || runtime.settings.current.signature.scope === 'all';
  const signsAgain = tamper !== undefined || (changesSigned && sign !== false);
  if (!signsAgain || !account) {
    const other = edited(fieldsOf(callback), fields ?? {});
    const same = [callback, genuine].find((each) => haveSameTexts(fieldsOf(each), other));
    return {
      message: messageOf(envelope, other, callback.signedString),
      forgery: same ? same.tamper : 'edited',
    };
  }
  // A forged callback is forged again at another address. With other fields, it is what the tester wants.
  const forgery = tamper ?? (fields === undefined ? callback.tamper : null);
  const other = edited(fieldsOf(forgery === null ? callback : genuine), fields ?? {});
  const own = other.filter(([name]) => name !== 'hashed');
  const message = signedMessage(runtime, { ...envelope, account }, own.map(asText), forgery ?? undefined);
  return { message, forgery };
}

function fieldsOf({ fields }: Callback): SentField[] {
  // Written by `enqueueCallbacks`.
  return JSON.parse(fields) as SentField[];
}

function haveSameTexts(one: readonly SentField[], other: readonly SentField[]): boolean {
  return JSON.stringify(one.map(asText)) === JSON.stringify(other.map(asText));
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
