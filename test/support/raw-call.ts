import { merchantCall, rightFields } from './sandbox.ts';

export const verifyPath = '/api/v1/transaction/walletB/verify';

interface Written {
  /** More header lines, each with its line end. */
  readonly head?: string;
  readonly path?: string;
  readonly fields?: Readonly<Record<string, string>>;
  /** How many bytes the Content-Length is off. */
  readonly offBy?: number;
}

/** The bytes of a merchant call, by default a verify of wallet B. */
export function rawCall(
  url: string,
  { head = '', path = verifyPath, fields = rightFields['walletB/verify'], offBy = 0 }: Written = {},
): string {
  const body = String(new URLSearchParams(fields));
  const { headers } = merchantCall({});
  const all = { Host: new URL(url).host, ...headers, 'Content-Length': body.length + offBy };
  const type = 'Content-Type: application/x-www-form-urlencoded\r\n';
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST ${path} HTTP/1.1\r\n${lines.join('')}${type}${head}\r\n${body}`;
}

export const statusesIn = (text: string) => text.match(/(?<=HTTP\/1\.1 )\d+/g)?.map(Number);
