import type { Context } from 'hono';
import { ControlError } from '../../control-api/control-error.ts';
import type { Operation } from '../../control-api/operation.ts';
import type { AppEnv } from '../../http/connection.ts';
import type { AppParts } from '../../http/parts.ts';
import { type ReadField, readFormOrWhy } from '../../http/read-form.ts';
import { seeOther } from '../../http/see-other.ts';
import { notFoundPage } from '../not-found.ts';
import { readerOf } from '../reader.ts';

/** Large enough for a pasted HTTP request or a long list of addresses. */
const largestFormKb = 256;

/** Types only: the operations are loaded when the first form is submitted. */
type Operations = typeof import('../../control-api/operations.ts').operations;

export type OperationId = keyof Operations;
export type AnswerOf<Id extends OperationId> = Awaited<ReturnType<Operations[Id]['ask']>>;
type GivenOf<Id extends OperationId> = Parameters<Operations[Id]['ask']>[1];
/** An operation's request body. Types check its members, the operation its values. */
export type BodyOf<Id extends OperationId> = NonNullable<GivenOf<Id>['body']>;

/** A form of a page: its control API call, which validates the input, and what to show next. */
export interface Action<Id extends OperationId> {
  readonly operation: Id;
  /** Builds the operation's input. May throw `invalid(field, why)` for input that the call never sees. */
  readonly ask: (read: ReadField) => GivenOf<Id>;
  /** For values that two people may edit at the same time. */
  readonly edited?: Edited;
  /** Where to redirect, or a page for a response that must not be in a URL, such as keys. */
  readonly next: (answer: AnswerOf<Id>, read: ReadField) => string | Response;
  /** Shows the page again with status 422, the submitted values, and the error next to its field. */
  readonly again: (form: RefusedForm) => Response | Promise<Response>;
}

/** A form carries the version of the values it shows. If they changed since, it is shown again with both. */
export interface Edited {
  readonly version: (read: ReadField) => string;
  /** Describes the current values to the person about to overwrite them. Empty if the form has the same. */
  readonly conflict: (read: ReadField) => string;
}

export interface RefusedForm {
  readonly read: ReadField;
  /** The full error as a sentence, for the top of the page. */
  readonly refusal: string;
  /** The error by field name. Field names are the dotted paths of the call's members. */
  readonly errors: Readonly<Record<string, string>>;
  /** It exceeds the limit of all forms, so that nothing is known of what was submitted. */
  readonly isTooLarge?: boolean;
}

/** A form that has not been submitted. */
export const freshForm: RefusedForm = { read: () => '', refusal: '', errors: {} };

/** Nothing is known of what was submitted: the form's fields show the present values. */
export function isUnread({ read }: Pick<RefusedForm, 'read'>): boolean {
  return read === freshForm.read;
}

/** Performs a form's action: 303 to the next page, 422 with the form, or 404 for a missing record. */
export async function act<Id extends OperationId>(
  c: Context<AppEnv>,
  parts: AppParts,
  action: Action<Id>,
): Promise<Response> {
  const read = await readFormOrWhy(c, largestFormKb * 1024);
  if (typeof read === 'string') return action.again(unreadForm(c, read === 'too large'));
  try {
    const operation = await operationOf(action.operation);
    const conflict = conflictOf(action.edited, read);
    if (conflict) return await action.again({ read, refusal: conflict, errors: {} });
    const answer = await operation.ask(parts, action.ask(read));
    const next = action.next(answer, read);
    return typeof next === 'string' ? seeOther(next) : next;
  } catch (error) {
    if (!(error instanceof ControlError)) throw error;
    if (error.status === 404) return notFoundPage(c, parts.runtime);
    return action.again({ read, ...refusalOf(error) });
  }
}

function conflictOf(edited: Edited | undefined, read: ReadField): string {
  if (!edited || ['', edited.version(read)].includes(read('version'))) return '';
  return edited.conflict(read);
}

function unreadForm(c: Context<AppEnv>, isTooLarge: boolean): RefusedForm {
  const { tooLarge, unread } = readerOf(c).t.dashboard.frame.form;
  return { ...freshForm, refusal: isTooLarge ? tooLarge(largestFormKb) : unread, isTooLarge };
}

/** Loaded when the first form is submitted, because most sandboxes never need the validation. */
async function operationOf<Id extends OperationId>(id: Id): Promise<Operation<GivenOf<Id>, AnswerOf<Id>>> {
  const { operations } = await import('../../control-api/operations.ts');
  const typed: { readonly [Each in OperationId]: Operation<GivenOf<Each>, AnswerOf<Each>> } = operations;
  return typed[id];
}

function refusalOf({ message, field, why }: ControlError): Omit<RefusedForm, 'read'> {
  if (field === undefined) return { refusal: message, errors: {} };
  return { refusal: message, errors: { [field]: why.charAt(0).toUpperCase() + why.slice(1) } };
}
