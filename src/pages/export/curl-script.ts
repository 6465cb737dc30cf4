import { inQuotes } from '../curl.ts';
import type { ExpectedCallback, Script } from './script.ts';
import type { CallStep, ScriptStep, Value } from './script-steps.ts';

/** A transaction's timeline as a bash script of curl calls. Exits with 1 if an answer differs. */
export function curlScript(script: Script): string {
  return [
    head(script),
    ...script.steps.map(step),
    ...(script.isCheckout
      ? ['control GET "checkouts/$TOKEN"', 'TRANSACTION="$(member transaction_id)"']
      : []),
    'control GET "transactions/$TRANSACTION"',
    `has ${inQuotes(`"status":"${script.status}"`)}`,
    'control GET "callbacks?transaction_id=$TRANSACTION"',
    `[ "$(printf '%s' "$ANSWER" | grep -o '"signed_string"' | wc -l)" -eq ${script.callbacks.length} ] || fail "other callbacks: $ANSWER"`,
    ...script.callbacks.map(callback),
    `echo "The story of transaction ${script.id} came out the same: transaction $TRANSACTION is ${script.status}."`,
    '',
  ].join('\n');
}

function head({ id, gateway, mode, invoicePrefix, sandboxUrl }: Script): string {
  return `#!/usr/bin/env bash
# Repeats transaction ${id} against a running sandbox. Needs bash and curl.
set -euo pipefail
EXPORTED_FROM=${inQuotes(sandboxUrl)}
SANDBOX="\${GATEWAY_SANDBOX_URL:-$EXPORTED_FROM}"
API_KEY="\${GATEWAY_API_KEY:-demo_api_key}"
ACCESS_TOKEN="\${GATEWAY_ACCESS_TOKEN:-demo_${mode}_token}"
FRESH="$(date +%s)$$"
INVOICE=${inQuotes(invoicePrefix)}"$FRESH"
INVOICE_JSON=${inQuotes(JSON.stringify(invoicePrefix).slice(1, -1))}"$FRESH"

fail() { echo "FAILED: $*" >&2; exit 1; }

# call STATUS ENDPOINT [curl arguments]: the answer is in ANSWER.
call() {
  local status="$1" endpoint="$2" answered
  shift 2
  answered="$(curl -s -w '\\n%{http_code}' -X POST "$SANDBOX/api/v1/transaction/$endpoint" \\
    -H "Authorization: Bearer $ACCESS_TOKEN" -H "X-API-KEY: $API_KEY" "$@")"
  ANSWER="\${answered%$'\\n'*}"
  [ "\${answered##*$'\\n'}" = "$status" ] || fail "$endpoint answered $answered"
}

# control METHOD PATH [BODY]: calls the control API; a sandbox on the network needs GATEWAY_SANDBOX_TOKEN.
control() {
  ANSWER="$(curl -sf -X "$1" "$SANDBOX/_sandbox/api/$2" -H 'Content-Type: application/json' \\
    \${GATEWAY_SANDBOX_TOKEN:+-H "Authorization: Bearer $GATEWAY_SANDBOX_TOKEN"} \${3:+-d "$3"})" || fail "$1 $2"
}

has() { case "$ANSWER" in *"$1"*) ;; *) fail "no $1 in $ANSWER" ;; esac; }
member() { printf '%s' "$ANSWER" | sed -n 's/.*"'"$1"'":"\\{0,1\\}\\([^",}]*\\).*/\\1/p'; }

# ${gateway.replace(/[^\w.-]/g, '?')}`;
}

function step(each: ScriptStep): string {
  switch (each.kind) {
    case 'call':
      return call(each);
    case 'code':
      return `control GET "otps?process_id=$PROCESS&limit=1"
CODE="$(member code)"
OTP="$(member id)"
case "$CODE" in 1*) WRONG_CODE="2\${CODE#?}" ;; *) WRONG_CODE="1\${CODE#?}" ;; esac`;
    case 'otp':
      return `control POST "otps/$OTP/${each.action}"`;
    case 'checkout':
      return `control POST "checkouts/$TOKEN/${each.action}" ${inQuotes(JSON.stringify(each.body))}`;
  }
}

function call({ endpoint, fields, status, code, gives }: CallStep): string {
  const sent = fields.map(([name, value]) => ` \\\n  --data-urlencode ${word(`${name}=`, part(value))}`);
  const checks = {
    process: 'PROCESS="$(member process_id)"',
    transaction: 'TRANSACTION="$(member transaction_id)"',
    checkout: `has '"code":"CHECKOUT_REDIRECT"'\nTOKEN="$(member redirect_url)"\nTOKEN="\${TOKEN##*token=}"`,
  };
  return [
    `call ${status} ${inQuotes(endpoint)}${sent.join('')}`,
    ...(code === null ? [] : [`has ${inQuotes(`"code":"${code}"`)}`]),
    ...(gives ? [checks[gives]] : []),
  ].join('\n');
}

/** The answer contains the fields as sent, in the same order. */
function callback({ tampered, fields }: ExpectedCallback): string {
  if (tampered !== null) return `has ${inQuotes(`"tampered":"${tampered}"`)}`;
  const members = fields.flatMap(([name, value]) => {
    const quote = value.isNumber ? '' : '"';
    return [`${JSON.stringify(name)}:${quote}`, inJson(value), `${quote},`];
  });
  return `has ${word('"fields":{', ...members, '"hashed":"')}`;
}

/** A shell variable, or literal text. */
type Part = string | { readonly variable: string };

const variables = {
  invoice: { variable: 'INVOICE' },
  process: { variable: 'PROCESS' },
  code: { variable: 'CODE' },
  'wrong-code': { variable: 'WRONG_CODE' },
  transaction: { variable: 'TRANSACTION' },
} as const;

function part(value: Value): Part {
  return 'text' in value ? value.text : variables[value.known];
}

function inJson(value: Value): Part {
  if ('text' in value) return JSON.stringify(value.text).slice(1, -1);
  return value.known === 'invoice' ? { variable: 'INVOICE_JSON' } : variables[value.known];
}

/** Joins parts into one shell word. */
function word(...parts: readonly Part[]): string {
  let written = '';
  let text = '';
  for (const each of parts) {
    if (typeof each === 'string') text += each;
    else {
      written += `${text === '' ? '' : inQuotes(text)}"$${each.variable}"`;
      text = '';
    }
  }
  return text === '' ? written : written + inQuotes(text);
}
