/** What a sandbox answers to plain HTTP on its HTTPS port, with status 400. */
export const httpsOnly = 'This port speaks HTTPS only. Write https:// in the URL.\n';

/** Whether this is that answer. */
export function isHttpsOnly({
  status,
  body,
}: {
  readonly status: number;
  readonly body: Uint8Array;
}): boolean {
  return status === 400 && new TextDecoder().decode(body) === httpsOnly;
}
