import { jsonValue } from '../../protocol/json-text.ts';

/** A field that caused a refusal, and the reason. */
export interface WrongField {
  readonly name: string;
  readonly why: string;
}

/** The fields that an answer reports as wrong. Settings can change the name of the member that lists them. */
export function wrongFieldsIn(answer: string | null): WrongField[] {
  const error = memberOf(jsonValue(answer ?? ''), 'error');
  if (typeof error !== 'object' || error === null) return [];
  const tables = Object.values(error).filter((each) => typeof each === 'object' && each !== null);
  return tables.flatMap((table) =>
    Object.entries(table).map(([name, why]) => ({
      name,
      why: Array.isArray(why) ? why.join(', ') : String(why),
    })),
  );
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.entries(value).find(([key]) => key === name)?.[1];
}
