import { AuditError } from './verdict.ts';

/** What stands for `{invoice}`, `{amount}` and `{gateway}`. */
export type Values = Readonly<Record<string, string>>;

/** An address or a form with its placeholders filled, percent-encoded; other braces stay. */
export function filledUrl(template: string, values: Values): string {
  return filled(template, values, encodeURIComponent);
}

/** A command for the shell with its placeholders filled, also in quotes of its own. Throws `AuditError` for what a shell might obey. */
export function filledCommand(template: string, values: Values): string {
  return filled(template, values, plainWord);
}

function filled(template: string, values: Values, written: (value: string, name: string) => string): string {
  return template.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    return value === undefined ? placeholder : written(value, name);
  });
}

/** Nobody knows in which quotes of which language a placeholder stands, and so none can be put around its value. */
function plainWord(value: string, name: string): string {
  if (/^[\p{L}\p{N}_.@:/+][\p{L}\p{N}_.@:/+-]*$/u.test(value)) return value;
  throw new AuditError(
    `The ${name} ${JSON.stringify(value)} is not put into a command, whose shell might obey it: letters, digits and . _ @ : / + - are. An address takes any.`,
  );
}
