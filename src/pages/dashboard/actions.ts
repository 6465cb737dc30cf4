import type { Context } from 'hono';
import { ControlError } from '../../control-api/control-error.ts';
import type { Operation } from '../../control-api/operation.ts';
import type { AppEnv } from '../../http/connection.ts';
import type { AppParts } from '../../http/parts.ts';
import { type ReadField, readForm } from '../../http/read-form.ts';
import { seeOther } from '../../http/see-other.ts';
import { notFoundPage } from '../not-found.ts';

/** A pasted HTTP request or a long list of addresses is no attack. */
const largestFormBytes = 256 * 1024;

/** Only their types: they are loaded with the first form that is sent. */
type Operations = typeof import('../../control-api/operations.ts').operations;

export type OperationId = keyof Operations;
export type AnswerOf<Id extends OperationId> = Awaited<ReturnType<Operations[Id]['ask']>>;
type GivenOf<Id extends OperationId> = Parameters<Operations[Id]['ask']>[1];
/** What a form may put into the body of an operation: the members are checked here, their values by the operation. */
export type BodyOf<Id extends OperationId> = NonNullable<GivenOf<Id>['body']>;

/** A form of a page: the call of the control API that it makes, and what is shown then. The call's own checks judge what was typed. */
export interface Action<Id extends OperationId> {
  readonly operation: Id;
  /** What the form asks of it. May throw `invalid(field, why)` for what the call never sees. */
  readonly ask: (read: ReadField) => GivenOf<Id>;
  /** What two people may edit at once. */
  readonly edited?: Edited;
  /** The address to go on to, or a page for an answer that belongs in no address (shown keys). */
  readonly next: (answer: AnswerOf<Id>, read: ReadField) => string | Response;
  /** The page again, status 422, with what was typed and the refusal beside its field. */
  readonly again: (form: RefusedForm) => Response | Promise<Response>;
}

/** A form carries the version of what it shows: one that was made before somebody else's change is shown again, with both. */
export interface Edited {
  readonly version: () => string;
  /** What is there now, in a sentence for whoever would overwrite it. */
  readonly conflict: (read: ReadField) => string;
}

export interface RefusedForm {
  readonly read: ReadField;
  /** The whole refusal as a sentence, for the top of the page. */
  readonly refusal: string;
  /** The same beside its field: by the dotted path of the call's member, which is the field's name in the form. */
  readonly errors: Readonly<Record<string, string>>;
}

/** A form that nobody has sent yet. */
export const freshForm: RefusedForm = { read: () => '', refusal: '', errors: {} };

/** Does what a form asks: 303 to the next page, or 422 with the form as it was sent. What is not there is a 404 page. */
export async function act<Id extends OperationId>(
  c: Context<AppEnv>,
  parts: AppParts,
  action: Action<Id>,
): Promise<Response> {
  const read = await readForm(c, largestFormBytes);
  if (!read) return action.again({ ...freshForm, refusal: 'The form could not be read. Send it again.' });
  try {
    const operation = await operationOf(action.operation);
    const { edited } = action;
    if (edited && !['', edited.version()].includes(read('version')))
      return await action.again({ read, refusal: edited.conflict(read), errors: {} });
    const answer = await operation.ask(parts, action.ask(read));
    const next = action.next(answer, read);
    return typeof next === 'string' ? seeOther(next) : next;
  } catch (error) {
    if (!(error instanceof ControlError)) throw error;
    if (error.status === 404) return notFoundPage(c, parts.runtime);
    return action.again({ read, ...refusalOf(error) });
  }
}

/** Loaded with the first form that is sent: most starts never need its validation. */
async function operationOf<Id extends OperationId>(id: Id): Promise<Operation<GivenOf<Id>, AnswerOf<Id>>> {
  const { operations } = await import('../../control-api/operations.ts');
  const typed: { readonly [Each in OperationId]: Operation<GivenOf<Each>, AnswerOf<Each>> } = operations;
  return typed[id];
}

function refusalOf({ message, field }: ControlError): Omit<RefusedForm, 'read'> {
  if (field === undefined) return { refusal: message, errors: {} };
  const why = message.startsWith(`${field}: `) ? message.slice(field.length + 2) : message;
  return { refusal: message, errors: { [field]: why.charAt(0).toUpperCase() + why.slice(1) } };
}
