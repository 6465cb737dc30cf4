import { literal } from './literal.ts';
import type { Script } from './script.ts';
import type { CallStep, Pairs, ScriptStep, Value } from './script-steps.ts';

/** A transaction's timeline as a Python file for pytest or plain `python3`. Needs only Python 3. */
export function pytestFile(script: Script): string {
  return `"""Repeats transaction ${script.id} against a running sandbox."""
import json
import os
import time
import urllib.error
import urllib.parse
import urllib.request

SANDBOX = os.environ.get('GATEWAY_SANDBOX_URL', ${literal(script.sandboxUrl)})
API_KEY = os.environ.get('GATEWAY_API_KEY', 'demo_api_key')
ACCESS_TOKEN = os.environ.get('GATEWAY_ACCESS_TOKEN', 'demo_${script.mode}_token')


def test_transaction_${script.id}():
    invoice = ${literal(script.invoicePrefix)} + str(time.time_ns())
${script.steps.map((each) => indented(step(each))).join('\n')}

${indented(end(script))}


def call(endpoint, fields):
    headers = {'Authorization': 'Bearer ' + ACCESS_TOKEN, 'X-API-KEY': API_KEY}
    body = urllib.parse.urlencode(fields).encode()
    return ask('POST', '/api/v1/transaction/' + endpoint, body, headers)


def control(method, path, body=None):
    data = None if body is None else json.dumps(body).encode()
    headers = {'Content-Type': 'application/json'}
    # Only a sandbox on the network needs the token.
    if 'GATEWAY_SANDBOX_TOKEN' in os.environ:
        headers['Authorization'] = 'Bearer ' + os.environ['GATEWAY_SANDBOX_TOKEN']
    status, answer = ask(method, '/_sandbox/api/' + path, data, headers)
    assert status < 400, answer
    return answer


def ask(method, path, body, headers):
    request = urllib.request.Request(SANDBOX + path, data=body, headers=headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=30) as response:
            return response.status, json.load(response)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


if __name__ == '__main__':
    test_transaction_${script.id}()
    print('ok')
`;
}

function step(each: ScriptStep): string {
  switch (each.kind) {
    case 'call':
      return call(each);
    case 'code':
      return "otp = control('GET', f'otps?process_id={process_id}&limit=1')['data'][0]";
    case 'otp':
      return `control('POST', 'otps/' + otp['id'] + '/${each.action}')`;
    case 'checkout':
      return `control('POST', f'checkouts/{token}/${each.action}', json.loads(${literal(JSON.stringify(each.body))}))`;
  }
}

function call({ endpoint, fields, status, code, gives }: CallStep): string {
  const given = {
    process: "process_id = answer['result']['process_id']",
    transaction: "transaction_id = str(answer['result']['transaction_id'])",
    checkout:
      "assert answer['result']['code'] == 'CHECKOUT_REDIRECT'\ntoken = answer['result']['redirect_url'].split('token=')[1]",
  };
  return [
    `status, answer = call(${literal(endpoint)}, ${dict(fields)})`,
    `assert status == ${status}, answer`,
    ...(code === null ? [] : [`assert answer['error']['code'] == ${literal(code)}`]),
    ...(gives ? [given[gives]] : []),
  ].join('\n');
}

function end({ isCheckout, status, callbacks }: Script): string {
  return [
    ...(isCheckout ? ["transaction_id = control('GET', f'checkouts/{token}')['transaction_id']"] : []),
    `assert control('GET', f'transactions/{transaction_id}')['status'] == ${literal(status)}`,
    "callbacks = control('GET', f'callbacks?transaction_id={transaction_id}')['data'][::-1]",
    `assert len(callbacks) == ${callbacks.length}`,
    ...callbacks.flatMap(({ tampered, fields }, at) =>
      tampered === null
        ? [
            `assert len(callbacks[${at}]['fields'].pop('hashed')) == 64`,
            `assert callbacks[${at}]['fields'] == ${dict(fields)}`,
          ]
        : [`assert callbacks[${at}]['tampered'] == ${literal(tampered)}`],
    ),
  ].join('\n');
}

function dict(fields: Pairs): string {
  return `{${fields.map(([name, value]) => `${literal(name)}: ${valueText(value)}`).join(', ')}}`;
}

const variables = {
  invoice: 'invoice',
  process: 'process_id',
  code: "otp['code']",
  'wrong-code': "('2' if otp['code'][0] == '1' else '1') + otp['code'][1:]",
  transaction: 'transaction_id',
} as const;

function valueText(value: Value): string {
  if ('text' in value) return value.isNumber ? value.text : literal(value.text);
  return value.isNumber ? `int(${variables[value.known]})` : variables[value.known];
}

function indented(text: string): string {
  return text.replace(/^/gm, '    ');
}
