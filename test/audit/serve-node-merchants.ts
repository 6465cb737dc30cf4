/**
 * Serves several copies of examples/node-merchant, each at its own port, until stdin ends.
 *
 *     node serve-node-merchants.ts GATEWAY_URL FOLDER...
 *
 * Prints the base URLs as one line of JSON, in the order of the folders.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { getRequestListener } from '@hono/node-server';
import type { createMerchant } from '../../examples/node-merchant/src/app.ts';

/** The printed line. */
export type Urls = readonly string[];

type App = { readonly createMerchant: typeof createMerchant };

const [gatewayUrl = '', ...folders] = process.argv.slice(2);
console.log(JSON.stringify(await Promise.all(folders.map(served))));
process.stdin.resume().once('end', () => process.exit());

async function served(folder: string): Promise<string> {
  // The import has this type because the file is a copy.
  const { createMerchant } = (await import(pathToFileURL(join(folder, 'src/app.ts')).href)) as App;
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on TCP always has an AddressInfo.
  const merchantUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const keys = { apiKey: 'demo_api_key', accessToken: 'demo_test_token', secretKey: 'demo_secret_key' };
  const { app } = createMerchant({ gatewayUrl, merchantUrl, ...keys });
  server.on('request', getRequestListener(app.fetch));
  return merchantUrl;
}
