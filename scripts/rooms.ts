import type { Room } from './room.ts';

/** The basis of all rules. */
const core = ['protocol', 'gateways', 'settings', 'store', 'runtime'];

/** Names and rules that need no storage. */
const named = ['protocol', 'host', 'gateways', 'settings'];

/** What clients share with the sandbox. */
const ofClients = [...named, 'journal'];

/** Rooms that answer requests and send callbacks. */
const serving = ['journal', 'host', 'callbacks', 'flows', 'http', 'merchant-api'];

/** What users and commands start. */
const forCommands = [
  'client',
  'entries',
  'intercept',
  'audit',
  'rehearse',
  'comparison',
  'compare',
  'mcp',
  'demo',
];

/** Rooms that show and change the service from outside. */
const service = [...core, ...serving, 'faults', 'compatibility'];

/**
 * Which room may import which, lowest first. `test/house/rooms.test.ts` enforces it, and `npm run docs`
 * generates the table in docs/architecture.md from it.
 */
export const rooms: Readonly<Record<string, Room>> = {
  protocol: {
    holds: 'the API document as code: errors, amounts, signature, forms, URLs, times',
    imports: [],
    node: ['node:crypto', 'node:net'],
  },
  input: {
    holds: 'error messages for wrong values: "did you mean", and schema issues in words',
    imports: [],
    libraries: ['zod'],
    node: [],
  },
  host: { holds: 'this process and its package: version, files, terminal, internal errors', imports: [] },
  net: {
    holds: 'one HTTP exchange with another server; it always settles',
    imports: ['protocol', 'host'],
  },
  binary: {
    holds: 'how the standalone executable finds its native module ([how](binary.md))',
    imports: ['host'],
  },
  gateways: {
    holds: 'the registry, a definition for each gateway, field rules, names, test cards, magic codes',
    imports: ['protocol', 'host'],
    node: [],
  },
  settings: {
    holds: 'every setting: schema, default, reason, and how changes are applied',
    imports: ['protocol', 'input', 'gateways'],
    libraries: ['zod'],
    node: [],
  },
  store: {
    holds: 'all SQL: schema, migrations, one set of prepared statements per table',
    imports: ['protocol', 'host', 'binary', 'gateways', 'settings'],
    libraries: ['better-sqlite3', 'drizzle-orm'],
  },
  journal: {
    holds: 'the event log: append, follow, wait; the timeline of a payment',
    imports: ['protocol', 'host', 'store'],
    node: [],
  },
  comparison: {
    holds: 'the report of `compare`, as the sandbox and the commands read it',
    imports: ['host'],
    node: ['node:fs'],
  },
  runtime: {
    holds: 'clock, alarms, ids, rate limits, retention, and the `Runtime` that carries them',
    imports: ['protocol', 'host', 'gateways', 'settings', 'store', 'journal', 'comparison'],
  },
  accounts: {
    holds: 'merchant accounts: schema, creation, changes',
    imports: ['protocol', 'gateways', 'store', 'runtime'],
    libraries: ['zod'],
    node: [],
  },
  faults: { holds: 'faults and magic values', imports: [...core, 'comparison'], node: [] },
  callbacks: {
    holds: 'messages to your app: plan, signature, outbox, delivery, retries',
    imports: [...core, 'journal', 'host', 'net'],
  },
  flows: {
    holds: 'verify, confirm, checkout steps, decision, expiry',
    imports: [...core, 'journal', 'callbacks', 'faults'],
    node: [],
  },
  config: {
    holds: 'the config file, the flags, the environment',
    imports: ['protocol', 'input', 'host', 'gateways', 'settings', 'accounts'],
    libraries: ['zod'],
  },
  http: {
    holds: 'the HTTP edge: server, connections, guard, headers, request bodies',
    imports: ['protocol', 'host', 'net', 'settings', 'store', 'runtime', 'callbacks', 'config'],
    libraries: ['hono', '@hono/node-server'],
  },
  'merchant-api': {
    holds: 'the merchant endpoints: checks, form, answer, request log',
    imports: [...core, 'host', 'faults', 'flows', 'http'],
    libraries: ['hono'],
  },
  compatibility: {
    holds: 'what an existing client fails at, and the settings with which it works ([how](compatibility.md))',
    imports: [...core, 'host', 'input', 'callbacks', 'flows', 'merchant-api'],
    node: [],
  },
  'snapshot-file': {
    holds: 'snapshots and single payments as files: format, export, checked import',
    imports: [...core, 'host', 'input', 'accounts', 'merchant-api'],
    libraries: ['zod'],
    node: [],
  },
  'control-api': {
    holds: 'the operations under `/_sandbox/api`, their OpenAPI document, the event stream',
    imports: [...service, 'input', 'accounts', 'snapshot-file'],
    libraries: ['hono', 'zod'],
  },
  pages: {
    holds: 'checkout, phone, dashboard, exports, and their texts',
    imports: [...service, 'comparison', 'snapshot-file', 'control-api'],
    libraries: ['hono', 'eta', 'zod'],
  },
  tls: { holds: 'the local certificate authority, trust stores', imports: ['host', 'config'] },
  demo: {
    holds: 'the demo shop: an app that knows nothing of the sandbox but its address and keys',
    imports: [],
    node: ['node:crypto', 'node:http', 'node:net'],
  },
  sandbox: {
    holds: 'builds the sandbox from all of the above: listen, stop, reset, snapshots',
    imports: [
      ...core,
      ...serving,
      'input',
      'comparison',
      'accounts',
      'snapshot-file',
      'control-api',
      'pages',
      'tls',
      'config',
      'demo',
    ],
    libraries: ['hono'],
  },
  client: {
    holds: 'the control API over HTTP, for users, commands, and the audit',
    imports: ofClients,
  },
  testing: {
    holds: 'your app beside a sandbox in a test run, and the fixtures of test runners',
    imports: ['host', 'client'],
    libraries: ['@hono/node-server'],
  },
  entries: {
    holds: '`index.ts`, `client.ts`, `playwright.ts`, `vitest.ts`: what users import',
    imports: [...ofClients, 'config', 'sandbox', 'client', 'testing'],
  },
  intercept: {
    holds: 'the proxy and environment variables of `exec --intercept`',
    imports: ['protocol', 'host', 'http', 'tls'],
    libraries: ['hono'],
  },
  audit: {
    holds: 'the cases that test your app’s handlers, and their reports',
    imports: ['host', 'gateways', 'net', 'entries'],
  },
  rehearse: {
    holds: 'the traffic of a sales day for your app’s handlers, and its report ([how](rehearse.md))',
    imports: ['host', 'net', 'settings', 'faults', 'entries', 'audit'],
    node: [],
  },
  compare: {
    holds: 'the probes that compare the sandbox with the live service ([how](compare.md))',
    imports: ['host', 'input', 'net', 'protocol', 'gateways', 'settings', 'comparison', 'entries'],
  },
  mcp: {
    holds: 'tools, resources and prompts for AI agents ([how](guides/mcp.md))',
    imports: ['host', 'input', 'client', 'control-api'],
    libraries: ['@modelcontextprotocol/sdk'],
    node: [],
  },
  cli: {
    holds: 'the commands, one file each',
    imports: [...ofClients, 'input', 'net', 'store', 'pages', 'tls', 'config', 'sandbox', ...forCommands],
    libraries: ['commander'],
  },
};
