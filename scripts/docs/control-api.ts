import { z } from 'zod';
import { inputSchema, membersOf } from '../../src/control-api/openapi/schemas.ts';
import { type NamedOperation, operationsByNoun } from '../../src/control-api/operations.ts';
import type { Example } from './control-examples.ts';
import { controlRefusals } from './control-refusals.ts';
import { prettyJson } from './json.ts';
import { anchor, code, generated, sentence, table } from './markdown.ts';
import { type Shape, valuesIn } from './switch-values.ts';

/** docs/reference/control-api.md: every call, with an example from a real run. */
export function controlApiPage(examples: ReadonlyMap<string, Example>): string {
  return `# The control API

Everything that a person can do on a page of the sandbox, a program can do under \`/_sandbox/api/\`: JSON in, JSON out. It needs none of
your app's keys, and faults and rate limits never apply to it. If other machines can connect (\`--host\`), it requires
\`Authorization: Bearer TOKEN\`. The same as OpenAPI 3.1: [control.json](../openapi/control.json), served at
\`/_sandbox/api/openapi.json\`. In JavaScript, [the client](../client.md) has a method for each.

- Lists are newest first: \`{"data": […], "next": cursor|null}\`, with \`limit\` (50, at most 200) and \`cursor\`. Without \`account\` they cover
  all accounts.
- Times are ISO 8601 by the sandbox's clock, ids are strings, a duration is \`"10m"\`, \`"90s"\`, \`"250ms"\` or milliseconds.
- \`wait\` runs on real time, up to \`10m\`, and returns as soon as there is a result.
- An error is \`{"error": {"code": "NOT_FOUND", "message": "…"}}\`, with one of the codes [below](#refusals).
- Every response, including errors, has the header \`X-Gateway-Sandbox: VERSION\`. If it is missing, you are talking to another server.

${generated}
<!-- The examples come from one run of a sandbox: lists are shortened to one item, headers are left out. -->

${table(
  ['call', 'does'],
  Object.values(operationsByNoun)
    .flat()
    .map((each) => [`[${code(callOf(each))}](#${anchor(callOf(each))})`, each.summary]),
)}

${beside}

${Object.entries(operationsByNoun)
  .map(
    ([noun, operations]) => `## ${noun}\n\n${operations.map((each) => section(each, examples)).join('\n\n')}`,
  )
  .join('\n\n')}

## Refusals

${table(
  ['status', 'code', 'when'],
  controlRefusals.map(([status, name, when]) => [status, code(name), when]),
)}
`;
}

const beside = `Also available: \`GET /_sandbox/health\`, which needs no token; \`GET /_sandbox/events\`, the event log as Server-Sent Events, from
\`Last-Event-ID\`, else from \`after\`, else from now.`;

/** One sentence each on a call's query and body. */
export function taken({ query, body }: NamedOperation): string[] {
  return [
    ...(query ? [`In the query: ${membersOf(inputSchema(query)).map(member).join(', ')}.`] : []),
    ...(body ? [bodyWords(body)] : []),
  ];
}

export function callOf({ method, path }: NamedOperation): string {
  return `${method.toUpperCase()} ${path.slice(1)}`;
}

function section(operation: NamedOperation, examples: ReadonlyMap<string, Example>): string {
  const example = examples.get(operation.id);
  if (!example) throw new Error(`controlStory has no step for ${operation.id}.`);
  const { refusals = [] } = operation;
  return [
    `### ${callOf(operation)}`,
    `${sentence(operation.summary)}${refusals.length > 0 ? ` Refusals: ${refusals.join(', ')}.` : ''}`,
    ...taken(operation),
    `\`\`\`http\n${example.request}\n\`\`\``,
    `\`\`\`json answer\n${prettyJson(example.answer)}\n\`\`\``,
  ].join('\n\n');
}

function bodyWords(body: z.ZodType): string {
  // zod's schema of our bodies stays within `Shape`.
  const shape = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as Shape & {
    readonly required?: readonly string[];
  };
  const members = Object.entries(shape.properties ?? {}).map(([name, schema]) =>
    member({ name, schema, required: shape.required?.includes(name) === true }),
  );
  if (members.length > mostValues)
    return 'In the body: any part of the answer of `GET settings`, at any depth.';
  return `In the body: ${members.join(', ')}.`;
}

/** A member's name, with its accepted values if it is not plain text. */
function member({ name, required, schema }: { name: string; required: boolean; schema: object }): string {
  const takes = words[name] ?? valuesIn(schema).replace('a whole number from ', '');
  const isPlain = takes === 'a text' || takes.split(', ').length > mostValues;
  const facts = [...(required ? ['required'] : []), ...(isPlain ? [] : [takes])];
  return facts.length === 0 ? code(name) : `${code(name)} (${facts.join('; ')})`;
}

/** Longer lists, such as the error codes, have their own page. */
const mostValues = 10;

/** What the schemas do not contain. */
const words: Readonly<Record<string, string>> = {
  wait: 'a duration up to `10m`',
  cursor: 'of `next`',
  after: 'a cursor from an earlier response',
  type: 'event types, with commas between',
  effect: 'one of [these](../guides/faults.md#add-a-fault)',
  times: 'a whole number from 1 on, or `always`',
  match: '`{account, gateway, action, invoice_no, mobile_number}`, any of them',
  failed_since: 'a time',
  at: 'a time',
  probability: 'above 0 and up to 1',
};
