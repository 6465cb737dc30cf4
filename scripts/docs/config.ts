import { fileMembers } from '../../src/config/member-values.ts';
import { defaultSettings, valueAt } from '../../src/settings/settings.ts';
import { settingGroups } from '../../src/settings/table.ts';
import { code, generated, table } from './markdown.ts';
import { profileTable } from './profiles.ts';
import { shapeAt, valuesIn, valuesOf } from './switch-values.ts';

const usualSettings = defaultSettings('observed');

/** docs/reference/config.md: each member of the config file with its flag, variable and default. */
export function configPage(): string {
  return `# Configuration

Precedence: flags, then environment variables, then \`gateway-sandbox.config.json\` in the working directory (or the file
that \`--config FILE\` or \`GATEWAY_SANDBOX_CONFIG\` names), then the defaults. \`gateway-sandbox init\` creates a config file; if the
package is installed, its \`$schema\` lets editors complete and check every member. At start, the sandbox rejects an unknown member or a bad value and suggests the nearest known one. It also rejects an unknown variable that begins with \`GATEWAY_SANDBOX_\`.
Paths are relative to the working directory, also those in a config file that is in another folder.

Settings that a data file (\`--data\`) or a snapshot (\`start --from\`) has stored, such as changes in the dashboard, rank between the
variables and the config file: a flag or a variable replaces the stored value of the member that it names, so
\`--set otp.codes.0944444444=4444\` leaves the other stored codes. If a stored value overrides the config file, the start prints both.
A new profile, from a flag, a variable, or a change while the sandbox runs, also replaces the stored values that are defaults of the old one.

Accounts that a data file or a snapshot has stored always count, because its payments refer to them: \`fixtures\` fills only a data file without
accounts. If accounts of the fixtures file are missing or differ, the start names them. \`gateway-sandbox reset\` starts again with those of the
file and deletes everything else except snapshots; \`accounts add\` and \`accounts change\` keep the payments.

${generated}

\`\`\`json gateway-sandbox.config.json
{
  "port": 4700,
  "names": { "walletA": "acmepay", "method_2": "acme_cash" },
  "methods": { "method_1": "card" },
  "settings": { "otp": { "lifetime": "2m" }, "callback": { "order": "callback-first" } }
}
\`\`\`

\`startSandbox({ … })\` [in code](../client.md) accepts the same members.

## Members

${table(['member', 'is', 'takes', 'flag, variable'], fileMembers.map(member))}

## Settings

Members of \`settings\`, by their dotted paths: \`otp.lifetime\` is \`{"settings": {"otp": {"lifetime": "2m"}}}\`. All of them can be
changed while the sandbox runs, on \`/_sandbox/settings\` or by \`PATCH /_sandbox/api/settings\`. A duration is \`"10m"\`, \`"90s"\`,
\`"250ms"\` or a number of milliseconds. [The assumptions](gaps.md) explain each default.

${settingGroups.map(({ heading, settings }) => `### ${heading}\n\n${table(['setting', 'takes', 'default', 'is'], settings.map(setting))}`).join('\n\n')}

## Profiles

\`--profile NAME\`, the variable \`GATEWAY_SANDBOX_PROFILE\`, the member \`profile\`, and the setting \`profile\` choose the defaults of these
settings. \`documented\` follows only the provider’s documentation. \`observed\` also follows public clients where the documentation is silent.
\`compatible\` follows them even where they differ from it: use it with an existing plugin or library that you cannot change.
Settings in your configuration take precedence over the profile, also those that you set to one of its defaults. Settings that you change
while the sandbox runs do so, too, until a new profile replaces those with a default of the old one.

${profileTable()}

## Variables that commands read

${table(
  ['variable', 'is'],
  [
    [
      '`GATEWAY_SANDBOX_URL`',
      'The address of the sandbox, for commands that talk to one; `--url` takes precedence.',
    ],
    ['`GATEWAY_SANDBOX_TOKEN`', 'Its token, for the same commands; `--token` takes precedence.'],
    ['`NO_COLOR`', 'No colors in the terminal.'],
  ],
)}
`;
}

function member([name, { usual, is, flag, variable, inWords }]: (typeof fileMembers)[number]): string[] {
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
