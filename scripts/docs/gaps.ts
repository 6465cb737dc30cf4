import type { Confidence } from '../../src/gateways/definition.ts';
import { fixedAssumptions } from '../../src/settings/fixed-assumptions.ts';
import { defaultSettings, valueAt } from '../../src/settings/settings.ts';
import { settingGroups } from '../../src/settings/table.ts';
import { code, generated, table } from './markdown.ts';
import { profileTable } from './profiles.ts';
import { valuesOf } from './switch-values.ts';

const usual = defaultSettings('observed');

/** docs/reference/gaps.md: the ledger of what the document leaves open. */
export function gapsPage(): string {
  return `# What the API’s document leaves open

The document of the API does not say everything: which HTTP status goes with which code, how long a one-time code lives, in which order
callback and return come. Each such question has one answer here, with its reason. Most are switches of the
[settings](config.md#settings): set them in the config file, on \`/_sandbox/settings\`, or by \`PATCH /_sandbox/api/settings\`.

An answer that rests on one of them names it in the header \`X-Sandbox-Assumption\` and in the request log. Questions about the callback,
the return and the checkout page show in those, so no API answer names them.
*Confidence* says how sure we are that the live service does the same: what public clients of such services send, expect and verify.
“Our own” means that nobody outside can know. *Public clients* says what they do where they disagree, counted over twelve real client
programs: a PHP SDK, a Laravel package, two WordPress plugins, four in JavaScript and TypeScript, Java, Go, Odoo, and Django.

${generated}

## Switches

${settingGroups.map(group).join('\n\n')}

## Profiles

The defaults above are those of the profile \`observed\`. The profile \`documented\` follows the document alone. The profile \`compatible\`
follows public clients even where they differ from the document: use it with an existing plugin or library that you cannot change.
Every profile accepts plain HTTP and local addresses, so that you can use it on your computer. To refuse them as the documentation says,
turn on \`strict\` too.

${profileTable()}

## Without a switch

${table(
  ['question', 'answer here', 'confidence', 'name in the header'],
  fixedAssumptions.map(({ id, question, reason, confidence }) => [
    question,
    reason,
    words[confidence],
    code(id),
  ]),
)}
`;
}

const words: Readonly<Record<Confidence, string>> = {
  high: 'high',
  medium: 'medium',
  low: 'low',
  '-': 'our own',
};

type Group = (typeof settingGroups)[number];

function group({ heading, settings }: Group): string {
  const rows = settings.flatMap(row);
  return rows.length === 0
    ? ''
    : `### ${heading}\n\n${table(['switch', 'default', 'others', 'why', 'confidence', 'public clients'], rows)}`;
}

/** None for a setting that answers no open question. */
function row({ name, reason, confidence, clients = '' }: Group['settings'][number]): string[][] {
  if (confidence === undefined) return [];
  return [
    [
      code(name),
      code(JSON.stringify(valueAt(usual, name))),
      valuesOf(name),
      reason,
      words[confidence],
      clients,
    ],
  ];
}
