import { AuditError } from './verdict.ts';

/** The values for `{invoice}`, `{amount}` and `{gateway}`. */
export type Values = Readonly<Record<string, string>>;

/** Fills in the placeholders of a URL or form, percent-encoded. Keeps other braces. */
export function filledUrl(template: string, values: Values): string {
  return filled(template, values, encodeURIComponent);
}

/** Fills in a shell command's placeholders. Throws `AuditError` for values that a shell might interpret. */
export function filledCommand(template: string, values: Values): string {
  return filled(template, values, plainWord);
}

function filled(template: string, values: Values, written: (value: string, name: string) => string): string {
  return template.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    return value === undefined ? placeholder : written(value, name);
  });
}

/** Not quoted: the placeholder may already be inside quotes of any language. */
function plainWord(value: string, name: string): string {
  if (/^[\p{L}\p{N}_.@:/+][\p{L}\p{N}_.@:/+-]*$/u.test(value)) return value;
  throw new AuditError(
    `The ${name} ${JSON.stringify(value)} is not put into a command, because a shell might run it. Commands accept letters, digits and . _ @ : / + -; URLs accept anything.`,
  );
}
