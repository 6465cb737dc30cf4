import type { z } from 'zod';
import type { Confidence } from '../gateways/definition.ts';
import type { ErrorCode } from '../protocol/errors.ts';
import type * as kinds from './kinds.ts';

/** The definition of one setting. */
export interface Setting<Schema extends z.ZodType = z.ZodType> {
  /** A function, so that Zod is loaded only where a value is validated. */
  readonly takes: (kind: typeof kinds) => Schema;
  readonly usual: NoInfer<z.output<Schema>>;
  /** The default in the profile `documented`, if different. */
  readonly documented?: NoInfer<z.output<Schema>>;
  /** The default in the profile `compatible`, if different. */
  readonly compatible?: NoInfer<z.output<Schema>>;
  /** For settings that answer an open question of the API document. The sandbox's own settings have none. */
  readonly confidence?: Confidence;
  /** How many public clients do what, where they disagree with the API documentation or with each other. */
  readonly clients?: string;
  /** What the setting does, or the reason for its default. Shown on the settings page and in the docs. */
  readonly reason: string;
  /** The error that this setting can trigger for every client. */
  readonly gives?: ErrorCode;
}

/** Checks the types of an entry: its defaults must be values that it accepts. */
export function setting<Schema extends z.ZodType>(entry: Setting<Schema>): Setting<Schema> {
  return entry;
}
