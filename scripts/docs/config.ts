import { memberEntries } from '../../src/config/member-values.ts';
import { defaultSettings, valueAt } from '../../src/settings/settings.ts';
import { settingGroups } from '../../src/settings/table.ts';
import { code, generated, table } from './markdown.ts';
import { profileTable } from './profiles.ts';
import { shapeAt, valuesIn, valuesOf } from './switch-values.ts';

const usualSettings = defaultSettings('observed');

/** docs/reference/config.md: every member of the config file with its flag, its variable and its default. */
export function configPage(): string {
  return `# Configuration

Flags win over the environment, that over \`gateway-sandbox.config.json\` in the working directory (or \`--config FILE\`), that over the
defaults. \`gateway-sandbox init\` writes a file to begin with, whose \`$schema\`, where the package is installed, lets editors know every member. An unknown member or
a bad value is refused at the start, with the nearest one that there is; so is an unknown variable that begins with \`GATEWAY_SANDBOX_\`.

${generated}

\`\`\`json gateway-sandbox.config.json
{
  "port": 4700,
  "names": { "walletA": "acmepay", "method_2": "acme_cash" },
  "methods": { "method_1": "card" },
  "settings": { "otp": { "lifetime": "2m" }, "callback": { "order": "callback-first" } }
}
\`\`\`

\`startSandbox({ … })\` [in code](../client.md) takes the same members.

## Members

${table(['member', 'is', 'takes', 'flag, variable'], memberEntries.map(member))}

## Settings

Members of \`settings\`, by their dotted paths: \`otp.lifetime\` is \`{"settings": {"otp": {"lifetime": "2m"}}}\`. All of them can be
changed while the sandbox runs, on \`/_sandbox/settings\` or by \`PATCH /_sandbox/api/settings\`. A duration is \`"10m"\`, \`"90s"\`,
\`"250ms"\` or a number of milliseconds. [The ledger](gaps.md) says why each default is what it is.

${settingGroups.map(({ heading, settings }) => `### ${heading}\n\n${table(['setting', 'takes', 'default', 'is'], settings.map(setting))}`).join('\n\n')}

## Profiles

\`--profile NAME\`, the variable \`GATEWAY_SANDBOX_PROFILE\`, the member \`profile\`, and the setting \`profile\` choose the defaults of these
settings. \`documented\` follows the API’s document alone. \`observed\` also follows public clients where the document is silent.
\`compatible\` follows them even where they differ from the document: use it with an existing plugin or library that you cannot change.
What you set yourself wins over the profile.

${profileTable()}

## Variables that commands read

${table(
  ['variable', 'is'],
  [
    ['`GATEWAY_SANDBOX_URL`', 'Where the sandbox is, for the commands that talk to one; `--url` wins.'],
    ['`GATEWAY_SANDBOX_TOKEN`', 'Its token, for the same; `--token` wins.'],
    ['`NO_COLOR`', 'No colours on the terminal.'],
  ],
)}
`;
}

function member([name, { usual, is, flag, variable, inWords }]: (typeof memberEntries)[number]): string[] {
  const usually = inWords?.usual ?? plain(usual);
  const given = [flag?.[0], variable].filter((each) => each !== undefined).map(code);
  return [
    code(name),
    is,
    `${inWords?.takes ?? valuesIn(shapeAt([name]))}${usually === '' ? '' : `<br>default: ${usually}`}`,
    given.join('<br>'),
  ];
}

function plain(value: unknown): string {
  return value === undefined ? '' : code(JSON.stringify(value));
}

function setting({ name, reason }: (typeof settingGroups)[number]['settings'][number]): string[] {
  return [code(name), valuesOf(name), code(JSON.stringify(valueAt(usualSettings, name))), reason];
}
