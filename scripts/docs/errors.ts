import { adviceOn } from '../../src/pages/dashboard/advice.ts';
import { type ErrorCode, errorTable, isDocumented } from '../../src/protocol/errors.ts';
import { errorCodes } from '../../src/settings/kinds.ts';
import { anchor, code, generated, table } from './markdown.ts';
import { provoke } from './provoke.ts';

/** docs/reference/errors.md: the table of errors, and how to meet each one. */
export function errorsPage(): string {
  return `# Errors

A refusal of the merchant API is \`{"error": {"status": 400, "code": "BACKEND_ERROR", "message": "…"}}\`; its HTTP status is always
\`error.status\`. The spelling of the codes is the service's own. With 422, \`error.fields\` says what is wrong with each field. An unknown
path is 404, a wrong method 405 and a body over 64 KiB 413, all without a code. A body that cannot be read is \`INVALID_INPUTS\`, as a wrong
field is, and \`error.message\` says what is wrong with it. Where a setting or another name would help, the header \`X-Sandbox-Hint\` and the
request log say which; the body never does. The document names no status for a code: the setting
[\`statuses\`](config.md#answers) changes those that are here, and under \`codes: "documented"\` those that only clients know of come as
\`INVALID_INPUTS\`.

Two refusals are the sandbox's own. 403 \`HOST_NOT_ALLOWED\` means that the request used a host name the sandbox does not know, such as one from
your hosts file: start with \`--allow-host NAME\`. The request log keeps such calls, with the same advice, apart from those of your accounts.
403 without a code means that \`strict\` refused plain HTTP.

${generated}

${table(
  ['code', 'status', 'message', 'known from'],
  errorCodes.map((each) => [
    `[${code(each)}](#${anchor(each)})`,
    String(errorTable[each][0]),
    errorTable[each][1],
    isDocumented(each) ? 'the document' : seenInClients,
  ]),
)}

## How to meet each one

Any of them, once, with whatever call is next: \`gateway-sandbox faults add --code CODE\`, or the header \`X-Sandbox-Fault: CODE\` of the call
itself. What follows makes the real check answer instead, where the sandbox has one. The sandbox runs, and a shell has these:

\`\`\`sh
export SANDBOX=\${SANDBOX:-http://127.0.0.1:4700}
gateway() { curl -s "$SANDBOX/api/v1/transaction/$1" -H 'Authorization: Bearer demo_test_token' -H 'X-API-KEY: demo_api_key' "\${@:2}"; echo; }
control() { curl -s -X "$1" "$SANDBOX/_sandbox/api/$2" -d "$3" > /dev/null; }
\`\`\`

${errorCodes.map(section).join('\n\n')}
`;
}

const seenInClients = 'seen in public clients, not in the document';

function section(each: ErrorCode): string {
  const [status, message] = errorTable[each];
  const origin = isDocumented(each) ? '' : ` (${seenInClients})`;
  const { text } = adviceOn({ code: each, check: '', account: null });
  return `### ${each}

${status}${origin}: ${message} *What to do:* ${text}

\`\`\`sh
${provoke[each].join('\n')}
\`\`\``;
}
