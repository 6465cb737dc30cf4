import type { Confidence } from '../../src/gateways/definition.ts';
import { fixedAssumptions } from '../../src/settings/fixed-assumptions.ts';
import { defaultSettings, valueAt } from '../../src/settings/settings.ts';
import { settingGroups } from '../../src/settings/table.ts';
import { code, generated, table } from './markdown.ts';
import { profileTable } from './profiles.ts';
import { valuesOf } from './switch-values.ts';

const usual = defaultSettings('observed');

/** The page of assumptions, `docs/reference/gaps.md`. */
export function gapsPage(): string {
  return `# Assumptions

The provider’s documentation does not say everything: which HTTP status goes with which code, how long a one-time code is valid, whether
callback or return arrives first. For each open question, the sandbox makes one assumption, listed here with its reason. Most are
[settings](config.md#settings): change them in the config file, on \`/_sandbox/settings\`, or with \`PATCH /_sandbox/api/settings\`.

A response that relies on an assumption names it in the header \`X-Sandbox-Assumption\`, and so does the request log. Assumptions about the callback,
the return and the checkout page show there instead, so no API response names them.
*Confidence* says how sure we are that the live service does the same, based on what public clients of such services send, expect and verify.
“Our own” means that nobody outside can know. *Public clients* says what clients do if they disagree, counted over twelve real client
programs: a PHP SDK, a Laravel package, two WordPress plugins, four in JavaScript and TypeScript, Java, Go, Odoo, and Django.

${generated}

## Assumptions with a setting

${settingGroups.map(group).join('\n\n')}

## Profiles

The defaults above are those of the profile \`observed\`. The profile \`documented\` follows only the documentation. The profile \`compatible\`
follows public clients even where they differ from it: use it with an existing plugin or library that you cannot change.
Every profile accepts plain HTTP and local addresses, so that you can use it on your computer. To reject them, as documented,
also turn on \`strict\`.

${profileTable()}

## Assumptions without a setting

${table(
  ['question', 'assumption', 'confidence', 'name in the header'],
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
    : `### ${heading}\n\n${table(['setting', 'default', 'values', 'reason', 'confidence', 'public clients'], rows)}`;
}

/** Empty for a setting that answers no open question. */
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
