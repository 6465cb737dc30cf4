import type { z } from 'zod';
import type * as kinds from './member-kinds.ts';

/** Everything there is to know about one member of the configuration. */
export interface Member<Schema extends z.ZodType = z.ZodType, Usual = unknown> {
  /** A function, so that Zod is loaded only where there is something to check. */
  readonly takes: (kind: Kinds) => Schema;
  /** The default; undefined where there is none, or where it depends on something else. */
  readonly usual: Usual;
  /** What it is for: in docs/reference/config.md, in the JSON Schema that editors read, and in the types of the library. */
  readonly is: string;
  /** The flag of `start` and its help. */
  readonly flag?: readonly [flags: string, help: string];
  /** The environment variable. */
  readonly variable?: string;
  /** For the reference, where the schema and the default do not tell enough. */
  readonly inWords?: { readonly takes?: string; readonly usual?: string };
}

export type Kinds = typeof kinds & { readonly path: ReturnType<typeof kinds.pathIn> };

/** Checks an entry of the table: the default must be a value that it takes. */
export function member<Schema extends z.ZodType, Usual extends z.output<Schema> | undefined>(
  entry: Member<Schema, Usual>,
): Member<Schema, Usual> {
  return entry;
}
