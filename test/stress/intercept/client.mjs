// Sends one verify to a hard-coded address with an HTTP library for Node. Prints the library's version.
import { readFileSync } from 'node:fs';
import { globalAgent } from 'node:https';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { argv, env, exit, version } from 'node:process';
import { pathToFileURL } from 'node:url';

const url = 'https://api.example.test/api/v1/transaction/walletB/verify';
const headers = {
  Authorization: `Bearer ${env.GATEWAY_ACCESS_TOKEN}`,
  'X-API-KEY': env.GATEWAY_API_KEY,
  'Content-Type': 'application/x-www-form-urlencoded',
};
const body = 'mobile_number=0945678901&amount=10.00';
const [, , name, folder] = argv;
const require = createRequire(join(folder, 'package.json'));

const byAxios = async () => {
  const axios = require(name);
  return JSON.stringify((await (axios.default ?? axios).post(url, body, { headers })).data);
};
const ways = {
  'axios-0': byAxios,
  'axios-1.7': byAxios,
  axios: byAxios,
  got: async (got) => got.default.post(url, { headers, body }).text(),
  'node-fetch': async ({ default: fetch }) => (await fetch(url, { method: 'POST', headers, body })).text(),
  undici: async ({ request }) => (await request(url, { method: 'POST', headers, body })).body.text(),
  superagent: async ({ default: superagent }) => (await superagent.post(url).set(headers).send(body)).text,
  'superagent-agent': async ({ default: superagent }) =>
    (await superagent.post(url).agent(globalAgent).set(headers).send(body)).text,
  fetch: async () => (await fetch(url, { method: 'POST', headers, body })).text(),
};

const isInstalled = name !== 'fetch';
const library = name.replace('-agent', '');
const module = isInstalled ? await import(pathToFileURL(require.resolve(library)).href) : {};
const answer = await ways[name](module);
const manifest = join(folder, 'node_modules', library, 'package.json');
console.log(isInstalled ? JSON.parse(readFileSync(manifest, 'utf8')).version : version.slice(1));
exit(answer.includes('process_id') ? 0 : 1);
