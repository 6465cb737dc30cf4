import type { z } from 'zod';
import type * as kinds from './member-kinds.ts';

/** The definition of one config member. */
export interface Member<Schema extends z.ZodType = z.ZodType, Usual = unknown> {
  /** A function, so that Zod is loaded only when there is something to validate. */
  readonly takes: (kind: Kinds) => Schema;
  /** The default. Undefined if there is none or if it depends on something else. */
  readonly usual: Usual;
  /** Its description in docs/reference/config.md, the JSON Schema for editors, and the library's types. */
  readonly is: string;
  /** The flag of `start` and its help. */
  readonly flag?: readonly [flags: string, help: string];
  readonly variable?: string;
  /** For the reference, where schema and default do not say enough. */
  readonly inWords?: { readonly takes?: string; readonly usual?: string };
}

export type Kinds = typeof kinds & { readonly path: ReturnType<typeof kinds.pathIn> };

/** Checks the types of an entry: its default must be a value that it accepts. */
export function member<Schema extends z.ZodType, Usual extends z.output<Schema> | undefined>(
  entry: Member<Schema, Usual>,
): Member<Schema, Usual> {
  return entry;
}
