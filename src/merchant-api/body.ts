import { codeLength } from '../flows/new-code.ts';
import type { FieldPolicy, FieldRule } from '../gateways/fields.ts';
import { ApiError, type FieldErrors } from '../protocol/errors.ts';
import { type Form, type FormValue, mergedForm } from '../protocol/form.ts';
import { type ParsedBody, parseBody } from '../protocol/form-encoding.ts';
import { parseUrlencoded } from '../protocol/urlencoded.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { bodyHint, encodingHint, jsonHint, mobileHint, queryHint } from './hints.ts';
import { type ApiRequest, type RequestContext, required } from './request-context.ts';

const faults: Readonly<Record<Extract<FormValue, { fault: string }>['fault'], string>> = {
  repeated: 'was sent more than once',
  file: 'must be a text, not a file',
  'not-utf8': 'must be UTF-8',
  nul: 'must not contain a NUL',
};

/**
 * Reads the form. Unreadable bodies and bodies that are not forms get the same code and status. Of a body that
 * is not a form, the error names every required field.
 */
export function readForm(runtime: Runtime, context: RequestContext): Form {
  const { request } = context;
  const { bodies, query } = runtime.settings.current.requests;
  if (request.query !== '') context.notes.assumptions.add('requests.query');
  const inQuery = query === 'merge' && request.query !== '' ? parseUrlencoded(request.query) : undefined;
  const body = required(request.body);
  // Clients that send everything in the query name a Content-Type for an empty body.
  if (inQuery && body.byteLength === 0) return inQuery;
  const json = bodies === 'lenient';
  const contentType = request.headers.get('content-type') ?? undefined;
  const parsed = parseBody(contentType, body, { json });
  if (!('form' in parsed) || (json && /^[^;]*json/i.test(contentType ?? '')))
    context.notes.assumptions.add('requests.bodies');
  if ('form' in parsed) return inQuery ? mergedForm(inQuery, parsed.form) : parsed.form;
  throw noForm(parsed, missing(rulesOf(context)), encodingHint(request.headers));
}

function noForm(
  parsed: Exclude<ParsedBody, { form: Form }>,
  fields: FieldErrors,
  hint: string | undefined,
): ApiError {
  // Which fields an unreadable body has is unknown.
  if ('unreadable' in parsed) return new ApiError('INVALID_INPUTS', { message: parsed.unreadable, hint });
  const type = parsed.unsupported || 'a body without a Content-Type';
  return new ApiError('INVALID_INPUTS', {
    message: `The fields must be sent as application/x-www-form-urlencoded or multipart/form-data, not as ${type}.`,
    fields,
    hint: hint ?? bodyHint(parsed.unsupported),
  });
}

/** Validates the gateway's fields. Ignores unknown ones and treats empty optional ones as absent. */
export function readFields(
  runtime: Runtime,
  context: RequestContext,
  form: Form,
): ReadonlyMap<string, string> {
  const policy = policyOf(runtime, context);
  const fields = new Map<string, string>();
  const errors: Record<string, readonly string[]> = {};
  let hint: string | undefined;
  for (const rule of rulesOf(context)) {
    const value = form.get(rule.name);
    const why = judge(rule, value, policy);
    const text = value && 'text' in value ? value.text : '';
    const restsOn = text === '' ? undefined : rule.restsOn?.(text, why);
    for (const name of restsOn ?? []) context.notes.assumptions.add(name);
    if (why !== undefined) {
      errors[rule.name] = [why];
      if (restsOn?.includes('mobile.lenient')) hint = mobileHint;
    } else if (text !== '') fields.set(rule.name, text);
  }
  if (Object.keys(errors).length > 0) {
    if (fields.size === 0) hint ??= unreadHint(context.request);
    throw new ApiError('INVALID_INPUTS', { fields: errors, hint, ...fieldsInQuery(context.request, form) });
  }
  // Something was ignored: unknown fields, or optional ones without a value.
  if (form.size > fields.size) context.notes.assumptions.add('requests.extra-fields');
  noteLint(context, fields);
  return fields;
}

/** Why no field could be found in a body. */
function unreadHint({ headers, body }: ApiRequest): string | undefined {
  const contentType = headers.get('content-type') ?? undefined;
  return encodingHint(headers) ?? jsonHint(contentType, required(body));
}

function rulesOf({ gateway, action }: RequestContext): readonly FieldRule[] {
  const definition = required(gateway);
  return action === 'verify' && definition.flow === 'otp'
    ? definition.verifyFields
    : definition.confirmFields;
}

function judge(rule: FieldRule, value: FormValue | undefined, policy: FieldPolicy): string | undefined {
  if (value && 'fault' in value) return faults[value.fault];
  if (!value || value.text === '') return rule.required ? 'is required' : undefined;
  return rule.refuse?.(value.text, policy);
}

function policyOf(runtime: Runtime, context: RequestContext): FieldPolicy {
  const { mobile, invoice, strict } = runtime.settings.current;
  return {
    lenientMobile: mobile.lenient,
    strictInvoice: invoice.alphabet === 'strict',
    strict,
    codeLength: codeLength(runtime, required(context.gateway).token),
    isSandbox: runtime.addresses.isSandbox,
  };
}

function noteLint(context: RequestContext, fields: ReadonlyMap<string, string>): void {
  for (const rule of rulesOf(context)) {
    const text = fields.get(rule.name);
    const note = text === undefined ? undefined : rule.lint?.(text);
    if (note !== undefined) context.notes.lint.add(`${rule.name}: ${note}`);
  }
}

/** The most common mistake with an empty body: the fields are in the query string. */
function fieldsInQuery(
  request: ApiRequest,
  form: Form,
): { readonly message?: string; readonly hint?: string } {
  if (form.size > 0 || request.query === '') return {};
  return {
    message: 'The fields must be sent in the body as form fields, not in the query string.',
    hint: queryHint,
  };
}

function missing(rules: readonly FieldRule[]): FieldErrors {
  return Object.fromEntries(
    rules.filter(({ required }) => required).map(({ name }) => [name, ['is required']]),
  );
}
