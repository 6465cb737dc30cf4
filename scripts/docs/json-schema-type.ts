import type { Json } from '../../src/control-api/openapi/schemas.ts';
import { sentence } from './markdown.ts';

/** With this many shared members, the larger type extends the smaller one. */
const leastInherited = 4;

/** Converts named JSON Schemas to TypeScript types. `elsewhere`: types that are declared in another file. */
export class Types {
  readonly #schemas: Readonly<Record<string, Json>>;
  readonly #elsewhere: ReadonlyMap<string, string>;
  readonly #enums: ReadonlyMap<string, string>;

  constructor(schemas: Readonly<Record<string, Json>>, elsewhere: ReadonlyMap<string, string>) {
    this.#schemas = schemas;
    this.#elsewhere = elsewhere;
    this.#enums = new Map(
      Object.entries(schemas)
        .filter(([, schema]) => Array.isArray(schema.enum))
        .map(([name, schema]) => [JSON.stringify(schema.enum), name]),
    );
  }

  /** One declaration per named schema that is not declared elsewhere. */
  declarations(): string[] {
    return Object.entries(this.#schemas)
      .filter(([name]) => !this.#elsewhere.has(name))
      .map(([name, schema]) => comment(schema) + this.#declaration(name, schema));
  }

  /** A schema's type expression. Named schemas are referenced by name. */
  of(schema: Json): string {
    const reference = schema.$ref;
    if (typeof reference === 'string') return this.#named(reference.slice(reference.lastIndexOf('/') + 1));
    if ('const' in schema) return JSON.stringify(schema.const);
    if (Array.isArray(schema.enum)) return this.#enumOf(schema.enum);
    // Zod converts discriminated unions to `oneOf`.
    if (Array.isArray(schema.oneOf)) return union(schema.oneOf.map((each) => this.of(each)));
    if (Array.isArray(schema.anyOf)) return this.#unionOf(schema.anyOf);
    if (isDuration(schema)) return 'Duration';
    if (Array.isArray(schema.type)) return union(schema.type.map((type) => this.of({ ...schema, type })));
    return this.#ofKind(schema);
  }

  #named(name: string): string {
    return this.#elsewhere.get(name) ?? name;
  }

  #enumOf(values: readonly unknown[]): string {
    const name = this.#enums.get(JSON.stringify(values));
    return name === undefined ? literals(values) : this.#named(name);
  }

  #declaration(name: string, schema: Json): string {
    if (Array.isArray(schema.enum)) return `export type ${name} = ${literals(schema.enum)};`;
    const item = itemOfPage(schema);
    if (item !== undefined) return `export type ${name} = Page<${this.of(item)}>;`;
    if (schema.type !== 'object' || schema.properties === undefined)
      return `export type ${name} = ${this.of(schema)};`;
    const base = this.#baseOf(name, schema);
    const own = base === undefined ? schema : withoutInherited(schema, base.schema);
    const above = base === undefined ? '' : ` extends ${base.name}`;
    return `export interface ${name}${above} {\n${this.#members(own)}\n}`;
  }

  /** The largest named object whose members this one all has. */
  #baseOf(name: string, schema: Json): { readonly name: string; readonly schema: Json } | undefined {
    const members = propertiesOf(schema);
    const required = requiredOf(schema);
    const bases = Object.entries(this.#schemas)
      .filter(([other]) => other !== name && !this.#elsewhere.has(other))
      .filter(([, other]) => {
        const names = Object.keys(propertiesOf(other));
        const isSmaller = names.length < Object.keys(members).length;
        const isAlike = (each: string) =>
          each in members && requiredOf(other).has(each) === required.has(each);
        return isSmaller && names.length >= leastInherited && names.every(isAlike);
      })
      .toSorted(([, a], [, b]) => Object.keys(propertiesOf(b)).length - Object.keys(propertiesOf(a)).length);
    const [base] = bases;
    return base && { name: base[0], schema: base[1] };
  }

  /** The members of an object type, one per line below its description. */
  #members(schema: Json): string {
    const required = requiredOf(schema);
    const members = Object.entries(propertiesOf(schema)).map(
      ([name, member]) =>
        `${isDuration(member) ? '' : comment(member)}readonly ${name}${required.has(name) ? '' : '?'}: ${this.of(member)};`,
    );
    return [...members, ...this.#otherMembers(schema)].join('\n');
  }

  #otherMembers({ additionalProperties: rest }: Json): string[] {
    return isSchema(rest) ? [`readonly [name: string]: ${this.of(rest)};`] : [];
  }

  #ofKind(schema: Json): string {
    switch (schema.type) {
      case 'string':
      case 'boolean':
      case 'null':
        return schema.type;
      case 'integer':
      case 'number':
        return 'number';
      case 'array':
        return this.#arrayOf(schema);
      case 'object':
        return schema.properties === undefined ? this.#tableOf(schema) : `{\n${this.#members(schema)}\n}`;
      default:
        return 'unknown';
    }
  }

  #arrayOf({ prefixItems, items }: Json): string {
    if (Array.isArray(prefixItems))
      return `readonly [${prefixItems.map((each) => this.of(each)).join(', ')}]`;
    // An array of anything has no schema for its items.
    return `readonly (${this.of((items ?? {}) as Json)})[]`;
  }

  /** A record: with all of its listed names, or with some. */
  #tableOf(schema: Json): string {
    const { propertyNames: names, additionalProperties: rest } = schema;
    const table = `Record<${isSchema(names) ? this.of(names) : 'string'}, ${isSchema(rest) ? this.of(rest) : 'unknown'}>`;
    const isClosed = isSchema(names) && ('$ref' in names || 'enum' in names);
    return isClosed && requiredOf(schema).size === 0 ? `Readonly<Partial<${table}>>` : `Readonly<${table}>`;
  }

  /** Closed objects exclude each other: none has another's members. */
  #unionOf(schemas: readonly Json[]): string {
    const closed = schemas.every(
      ({ type, additionalProperties }) => type === 'object' && additionalProperties === false,
    );
    if (!closed) return union(schemas.map((each) => this.of(each)));
    const names = new Set(schemas.flatMap((each) => Object.keys(propertiesOf(each))));
    return union(
      schemas.map((each) => {
        const others = [...names]
          .filter((name) => !(name in propertiesOf(each)))
          .map((name) => `readonly ${name}?: never;`);
        return `{\n${[this.#members(each), ...others].join('\n')}\n}`;
      }),
    );
  }
}

/** The items' schema if this is a paginated list. */
function itemOfPage(schema: Json): Json | undefined {
  const { data, next, ...others } = propertiesOf(schema);
  if (data?.items === undefined || next === undefined || Object.keys(others).length > 0) return undefined;
  // Generated by Zod, which uses a single schema for a list's items.
  return data.items as Json;
}

function withoutInherited(schema: Json, base: Json): Json {
  const inherited = propertiesOf(base);
  const own = Object.entries(propertiesOf(schema)).filter(
    ([name, member]) => JSON.stringify(member) !== JSON.stringify(inherited[name]),
  );
  return { ...schema, properties: Object.fromEntries(own) };
}

function propertiesOf({ properties }: Json): Readonly<Record<string, Json>> {
  // JSON Schema's `properties` are schemas by name.
  return (properties ?? {}) as Readonly<Record<string, Json>>;
}

function requiredOf({ required }: Json): ReadonlySet<unknown> {
  return new Set(Array.isArray(required) ? required : []);
}

function comment({ description }: Json): string {
  return typeof description === 'string' ? `/** ${sentence(description)} */\n` : '';
}

function isDuration({ type }: Json): boolean {
  return Array.isArray(type) && type.join() === 'string,number';
}

/** `false` allows no other members; `{}` allows any. */
function isSchema(schema: unknown): schema is Json {
  return typeof schema === 'object' && schema !== null;
}

function literals(values: readonly unknown[]): string {
  return union(values.map((each) => JSON.stringify(each)));
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(' | ');
}
