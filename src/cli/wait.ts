/** What `--wait` was given: a bare number is in seconds, where those of the API are milliseconds. */
export function seconds<Text extends string | undefined>(wait: Text): Text | `${number}s` {
  return wait !== undefined && /^\d+(\.\d+)?$/.test(wait) ? `${Number(wait)}s` : wait;
}
