import { literal } from './literal.ts';
import type { Script } from './script.ts';
import type { CallStep, Pairs, ScriptStep, Value } from './script-steps.ts';

/** A transaction's timeline as a test file for Vitest. */
export function vitestFile(script: Script): string {
  return `import { expect, test } from 'vitest';

// Repeats transaction ${script.id} against a running sandbox.
const sandbox = process.env.GATEWAY_SANDBOX_URL ?? ${literal(script.sandboxUrl)};
const apiKey = process.env.GATEWAY_API_KEY ?? 'demo_api_key';
const accessToken = process.env.GATEWAY_ACCESS_TOKEN ?? 'demo_${script.mode}_token';

test(${literal(`transaction ${script.id} through ${script.gateway} ends ${script.status}`)}, async () => {
  const invoice = ${literal(script.invoicePrefix)} + Date.now().toString(36);
${declared(script)}${script.steps.map((each) => indented(step(each))).join('\n')}

${indented(end(script))}
});

async function call(endpoint, fields) {
  const response = await fetch(\`\${sandbox}/api/v1/transaction/\${endpoint}\`, {
    method: 'POST',
    headers: { Authorization: \`Bearer \${accessToken}\`, 'X-API-KEY': apiKey },
    body: new URLSearchParams(fields),
  });
  return { status: response.status, json: await response.json() };
}

// Only a sandbox on the network needs the token.
async function control(method, path, body) {
  const token = process.env.GATEWAY_SANDBOX_TOKEN;
  const response = await fetch(\`\${sandbox}/_sandbox/api/\${path}\`, {
    method,
    headers: { 'Content-Type': 'application/json', ...(token && { Authorization: \`Bearer \${token}\` }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  expect(response.ok, \`\${method} \${path} answered \${response.status}\`).toBe(true);
  return response.json();
}
`;
}

/** Variables that steps set for later ones. */
function declared({ steps, isCheckout }: Script): string {
  const names = isCheckout ? ['answer', 'token'] : ['answer', 'processId', 'transactionId'];
  const ofCode = steps.some(({ kind }) => kind === 'code') ? ['otp'] : [];
  return `  let ${[...names, ...ofCode].join(', ')};\n`;
}

function step(each: ScriptStep): string {
  switch (each.kind) {
    case 'call':
      return call(each);
    case 'code':
      return `otp = (await control('GET', \`otps?process_id=\${processId}&limit=1\`)).data[0];`;
    case 'otp':
      return `await control('POST', \`otps/\${otp.id}/${each.action}\`);`;
    case 'checkout':
      return `await control('POST', \`checkouts/\${token}/${each.action}\`, ${JSON.stringify(each.body)});`;
  }
}

function call({ endpoint, fields, status, code, gives }: CallStep): string {
  const given = {
    process: 'processId = answer.json.result.process_id;',
    transaction: 'transactionId = String(answer.json.result.transaction_id);',
    checkout: `expect(answer.json.result.code).toBe('CHECKOUT_REDIRECT');
token = new URL(answer.json.result.redirect_url).searchParams.get('token');`,
  };
  return [
    `answer = await call(${literal(endpoint)}, ${record(fields)});`,
    `expect(answer.status, JSON.stringify(answer.json)).toBe(${status});`,
    ...(code === null ? [] : [`expect(answer.json.error.code).toBe(${literal(code)});`]),
    ...(gives ? [given[gives]] : []),
  ].join('\n');
}

function end({ isCheckout, status, callbacks }: Script): string {
  const expected = callbacks.map(({ tampered, fields }) =>
    tampered === null
      ? `expect.objectContaining({ fields: { ...${record(fields)}, hashed: expect.stringMatching(/^[0-9A-F]{64}$/) } })`
      : `expect.objectContaining({ tampered: ${literal(tampered)} })`,
  );
  return [
    ...(isCheckout
      ? [`const { transaction_id: transactionId } = await control('GET', \`checkouts/\${token}\`);`]
      : []),
    `const transaction = await control('GET', \`transactions/\${transactionId}\`);`,
    `expect(transaction.status).toBe(${literal(status)});`,
    `const { data: callbacks } = await control('GET', \`callbacks?transaction_id=\${transactionId}\`);`,
    `expect(callbacks.reverse()).toEqual([${expected.join(', ')}]);`,
  ].join('\n');
}

function record(fields: Pairs): string {
  return `{ ${fields.map(([name, value]) => `${/^[a-z_]+$/.test(name) ? name : literal(name)}: ${valueText(value)}`).join(', ')} }`;
}

const variables = {
  invoice: 'invoice',
  process: 'processId',
  code: 'otp.code',
  'wrong-code': "otp.code.replace(/^./, (digit) => (digit === '1' ? '2' : '1'))",
  transaction: 'transactionId',
} as const;

function valueText(value: Value): string {
  if ('text' in value) return value.isNumber ? value.text : literal(value.text);
  return value.isNumber ? `Number(${variables[value.known]})` : variables[value.known];
}

function indented(text: string): string {
  return text.replace(/^/gm, '  ');
}
