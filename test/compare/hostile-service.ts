import type { Service } from '../../src/compare/play.ts';
import { type Reply, rawMerchant } from '../support/raw-merchant.ts';

export function service(url: string): Service {
  return {
    url,
    apiKey: 'key',
    accessToken: 'token',
    mobileNumber: undefined,
    timeoutMs: 60_000,
    pauseMs: 0,
    wait: async () => {},
    elapsedMs: () => 0,
    invoice: () => 'x',
  };
}

export async function at<Result>(reply: Reply, use: (url: string) => Promise<Result>): Promise<Result> {
  const server = await rawMerchant(reply);
  try {
    return await use(server.url);
  } finally {
    await server.close();
  }
}

export const html = { 'Content-Type': 'text/html' };
