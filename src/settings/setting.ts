import type { z } from 'zod';
import type { Confidence } from '../gateways/definition.ts';
import type { ErrorCode } from '../protocol/errors.ts';
import type * as kinds from './kinds.ts';

/** Everything there is to know about one setting. */
export interface Setting<Schema extends z.ZodType = z.ZodType> {
  /** A function, so that Zod is loaded only where a value is checked. */
  readonly takes: (kind: typeof kinds) => Schema;
  readonly usual: NoInfer<z.output<Schema>>;
  /** The default of the profile `documented`, where it differs. */
  readonly documented?: NoInfer<z.output<Schema>>;
  /** The default of the profile `compatible`, where it differs. */
  readonly compatible?: NoInfer<z.output<Schema>>;
  /** For a setting that answers an open question of the API document; the sandbox's own settings have none. */
  readonly confidence?: Confidence;
  /** What public clients do, counted, where they disagree with the document or with each other. */
  readonly clients?: string;
  /** What the setting does, or why its default is what it is: for the settings page and the reference. */
  readonly reason: string;
  /** The error that the setting lets every client meet. */
  readonly gives?: ErrorCode;
}

/** Checks an entry of the table: the defaults must be values that it takes. */
export function setting<Schema extends z.ZodType>(entry: Setting<Schema>): Setting<Schema> {
  return entry;
}
