import { adviceOn } from '../../src/pages/dashboard/advice.ts';
import { words } from '../../src/pages/words/words.ts';
import { type ErrorCode, errorTable, isDocumented } from '../../src/protocol/errors.ts';
import { errorCodes } from '../../src/settings/kinds.ts';
import { anchor, code, generated, table } from './markdown.ts';
import { provoke } from './provoke.ts';

/** docs/reference/errors.md: the error table, and how to trigger each error. */
export function errorsPage(): string {
  return `# Errors

An error of the merchant API is \`{"error": {"status": 400, "code": "BACKEND_ERROR", "message": "…"}}\`; its HTTP status is always
\`error.status\`. The codes are spelled as the provider spells them. With 422, \`error.fields\` says what is wrong with each field. An unknown
path is 404, a wrong method 405 and a body over 64 KiB 413, all without a code. A body that cannot be read is \`INVALID_INPUTS\`, like a wrong
field, and \`error.message\` says what is wrong with it. If a setting or another name would help, the header \`X-Sandbox-Hint\` and the
request log say which; the body never does. The provider's documentation gives no status for a code: the setting
[\`statuses\`](config.md#answers) changes the ones below. With \`codes: "documented"\`, codes that are only known from clients become
\`INVALID_INPUTS\`.

Two errors are the sandbox's own. 403 \`HOST_NOT_ALLOWED\` means that the request used a host name the sandbox does not know, such as one from
your hosts file: start with \`--allow-host NAME\`. The request log keeps such calls, with the same advice, apart from those of your accounts.
403 without a code means that \`strict\` rejected plain HTTP.

${generated}

${table(
  ['code', 'status', 'message', 'known from'],
  errorCodes.map((each) => [
    `[${code(each)}](#${anchor(each)})`,
    String(errorTable[each][0]),
    errorTable[each][1],
    isDocumented(each) ? 'the documentation' : seenInClients,
  ]),
)}

## How to trigger each one

To get any of them once, on the next call: \`gateway-sandbox faults add --code CODE\`, or send the header \`X-Sandbox-Fault: CODE\` with the call
itself. The commands below trigger the real check instead, if the sandbox has one. Start the sandbox, and define these in your shell:

\`\`\`sh
export SANDBOX=\${SANDBOX:-http://127.0.0.1:4700}
gateway() { curl -s "$SANDBOX/api/v1/transaction/$1" -H 'Authorization: Bearer demo_test_token' -H 'X-API-KEY: demo_api_key' "\${@:2}"; echo; }
control() { curl -s -X "$1" "$SANDBOX/_sandbox/api/$2" -d "$3" > /dev/null; }
\`\`\`

${errorCodes.map(section).join('\n\n')}
`;
}

const seenInClients = 'seen in public clients, not in the documentation';

function section(each: ErrorCode): string {
  const [status, message] = errorTable[each];
  const origin = isDocumented(each) ? '' : ` (${seenInClients})`;
  const { text } = adviceOn(words.en, { code: each, check: '', account: null });
  return `### ${each}

${status}${origin}: ${message} *What to do:* ${text}

\`\`\`sh
${provoke[each].join('\n')}
\`\`\``;
}
