/** Converts the value of `--wait`: a bare number means seconds, while the API takes milliseconds. */
export function seconds<Text extends string | undefined>(wait: Text): Text | `${number}s` {
  return wait !== undefined && /^\d+(\.\d+)?$/.test(wait) ? `${Number(wait)}s` : wait;
}
