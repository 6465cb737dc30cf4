import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import control from '../../docs/openapi/control.json' with { type: 'json' };
import merchant from '../../docs/openapi/merchant.json' with { type: 'json' };

/** An answer of the sandbox, with the parts that the OpenAPI documents cover. */
export interface Told {
  readonly method: string;
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** The parts of an operation that are used here. */
interface Described {
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, unknown>> }>>;
}

interface Plane {
  readonly name: string;
  readonly paths: readonly (readonly [
    pattern: RegExp,
    methods: Readonly<Record<string, Described>>,
    path: string,
  ])[];
  /** The answer for paths that are not in the document. */
  readonly refusal: string;
}

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema(control, 'control');
ajv.addSchema(merchant, 'merchant');
ajv.addSchema(
  {
    anyOf: ['VerifySuccess', 'WalletConfirmSuccess', 'CheckoutSuccess'].map((name) => ({
      $ref: `merchant#/components/schemas/${name}`,
    })),
  },
  'success',
);

const planes = {
  control: planeOf('control', control.paths, 'Refusal'),
  merchant: planeOf('merchant', merchant.paths, 'Error'),
};
const validators = new Map<string, ValidateFunction>();

/**
 * Why an answer of one of the two APIs does not match its OpenAPI document. Undefined if it does, and for
 * pages.
 */
export function nonconformity(told: Told): string | undefined {
  const path = /^https?:\/\/[^/]*([^?#]*)/.exec(told.url)?.[1] ?? told.url.replace(/[?#].*$/s, '');
  const plane = planeAt(path);
  if (!plane || told.method === 'HEAD' || isFault(told)) return undefined;
  const reference = schemaOf(plane, path, told);
  if (reference === undefined) return undefined;
  const validator = validators.get(reference) ?? ajv.compile({ $ref: reference });
  validators.set(reference, validator);
  const said = `${told.method} ${path} answered ${told.status} ${told.text.slice(0, 500)}`;
  try {
    if (validator(JSON.parse(told.text))) return undefined;
  } catch {
    return `${said}, which is not JSON`;
  }
  return `${said}, which is not what ${reference} tells: ${ajv.errorsText(validator.errors)}`;
}

function planeAt(path: string): Plane | undefined {
  if (path === '/api' || path.startsWith('/api/')) return planes.merchant;
  return path.startsWith('/_sandbox/api') || path === '/_sandbox/health' ? planes.control : undefined;
}

/** A fault may answer with anything. */
function isFault({ headers }: Told): boolean {
  return headers.has('x-sandbox-fault');
}

function schemaOf(plane: Plane, path: string, { method, status }: Told): string | undefined {
  const [, methods, template = ''] = plane.paths.find(([pattern]) => pattern.test(path)) ?? [];
  const operation = methods?.[method.toLowerCase()];
  // A gateway under a configured name.
  if (!operation && plane === planes.merchant && status === 200) return 'success';
  if (!operation) return `${plane.name}#/components/schemas/${plane.refusal}`;
  const answer = Object.hasOwn(operation.responses, status) ? String(status) : 'default';
  if (!operation.responses[answer]?.content?.['application/json']) return undefined;
  const pointer = [
    'paths',
    template,
    method.toLowerCase(),
    'responses',
    answer,
    'content',
    'application/json',
  ];
  return `${plane.name}#/${[...pointer, 'schema'].map(escaped).join('/')}`;
}

function planeOf(name: string, paths: object, refusal: string): Plane {
  // A literal path takes precedence over one with a parameter.
  const literalFirst = Object.entries(paths).sort(([a], [b]) => a.split('{').length - b.split('{').length);
  const patterns = literalFirst.map(
    ([path, methods]) => [new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`), methods, path] as const,
  );
  return { name, paths: patterns, refusal };
}

/** Escaped like a JSON Pointer in a URI fragment. */
function escaped(part: string): string {
  return encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
}
