/** Whose keys a sample command carries. */
export interface SampleKeys {
  readonly apiKey: string;
  readonly accessToken: string;
}

/** For commands that are shown where no secret may be. */
export const placeholders: SampleKeys = { apiKey: '$GATEWAY_API_KEY', accessToken: '$GATEWAY_ACCESS_TOKEN' };

/** A curl command of the merchant API that works when pasted into a POSIX shell. */
export function curl(
  baseUrl: string,
  path: string,
  keys: SampleKeys,
  fields: Readonly<Record<string, string>>,
  caFile?: string,
): string {
  const lines = [
    `curl -s ${caFile === undefined ? '' : `--cacert ${quoted(caFile)} `}${baseUrl}/api/v1/transaction/${path}`,
    // Double quotes: placeholders are variables of the shell.
    `-H "Authorization: Bearer ${keys.accessToken}"`,
    `-H "X-API-KEY: ${keys.apiKey}"`,
    ...Object.entries(fields).map(([name, value]) => `--data-urlencode ${quoted(`${name}=${value}`)}`),
  ];
  return lines.join(' \\\n  ');
}

function quoted(text: string): string {
  return /^[A-Za-z0-9_.:/@=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
