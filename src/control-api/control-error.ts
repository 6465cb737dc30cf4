import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** A refusal of the control API: `{"error":{"code","message"}}`. */
export class ControlError extends Error {
  override readonly name = 'ControlError';
  readonly status: ContentfulStatusCode;
  readonly code: string;
  /** The dotted path of the invalid member. */
  readonly field: string | undefined;
  /** The message without the field, for forms, which show it next to the field. */
  readonly why: string;

  constructor(status: ContentfulStatusCode, code: string, message: string, field?: string, why = message) {
    super(message);
    this.status = status;
    this.code = code;
    this.field = field;
    this.why = why;
  }
}

export function notFound(what: string, id: string): ControlError {
  return new ControlError(404, 'NOT_FOUND', `There is no ${what} ${JSON.stringify(id.slice(0, 100))}.`);
}

export function invalid(field: string, why: string): ControlError {
  const sentence = why.endsWith('?') ? why : `${why}.`;
  return new ControlError(400, 'INVALID_REQUEST', `${field}: ${sentence}`, field, sentence);
}
