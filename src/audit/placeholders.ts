/** What stands for `{invoice}`, `{amount}` and `{gateway}`. */
export type Values = Readonly<Record<string, string>>;

/** An address or a form with its placeholders filled, percent-encoded; other braces stay. */
export function filledUrl(template: string, values: Values): string {
  return filled(template, values, encodeURIComponent);
}

/** A command for the shell with its placeholders filled: one word each. */
export function filledCommand(template: string, values: Values): string {
  return filled(template, values, shellWord);
}

function filled(template: string, values: Values, written: (value: string) => string): string {
  return template.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    return value === undefined ? placeholder : written(value);
  });
}

/** Plain values stay as they are, so that a command may put quotes of its own around the placeholder. */
function shellWord(value: string): string {
  return /^[\w.@:/+-]+$/.test(value) ? value : `'${value.replaceAll("'", `'\\''`)}'`;
}
