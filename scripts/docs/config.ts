import type { Option } from 'commander';
import { commandLine } from '../../src/cli/program.ts';
import { defaultConfig } from '../../src/config/config.ts';
import { configWords } from '../../src/config/config-words.ts';
import { variables } from '../../src/config/load-config.ts';
import { defaultSettings, valueAt } from '../../src/settings/settings.ts';
import { settingGroups } from '../../src/settings/table.ts';
import { code, generated, table } from './markdown.ts';
import { shapeAt, valuesIn, valuesOf } from './switch-values.ts';

const usual = defaultSettings('observed');

/** docs/reference/config.md: every member of the config file with its flag, its variable and its default. */
export function configPage(): string {
  return `# Configuration

Flags win over the environment, that over \`gateway-sandbox.config.json\` in the working directory (or \`--config FILE\`), that over the
defaults. \`gateway-sandbox init\` writes a file to begin with, whose \`$schema\` lets editors know every member. An unknown member or
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

${table(['member', 'is', 'takes', 'flag, variable'], Object.keys(configWords).map(member))}

## Settings

Members of \`settings\`, by their dotted paths: \`otp.lifetime\` is \`{"settings": {"otp": {"lifetime": "2m"}}}\`. All of them can be
changed while the sandbox runs, on \`/_sandbox/settings\` or by \`PATCH /_sandbox/api/settings\`. A duration is \`"10m"\`, \`"90s"\`,
\`"250ms"\` or a number of milliseconds. [The ledger](gaps.md) says why each default is what it is.

${settingGroups.map(({ heading, settings }) => `### ${heading}\n\n${table(['setting', 'takes', 'default', 'is'], settings.map(setting))}`).join('\n\n')}

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

function member(name: string): string[] {
  const variable = Object.keys(variables).find((each) => variables[each] === name);
  const usually = defaults[name] ?? plain(Reflect.get(defaultConfig, camelCase(name)));
  const given = [flagOf(name)?.flags, variable].filter((each) => each !== undefined).map(code);
  return [
    code(name),
    configWords[name] ?? '',
    `${takes[name] ?? valuesIn(shapeAt([name]))}${usually === '' ? '' : `<br>default: ${usually}`}`,
    given.join('<br>'),
  ];
}

/** What the schema does not tell. */
const takes: Readonly<Record<string, string>> = {
  config: 'a path',
  data: 'a path',
  cert: 'a path',
  key: 'a path',
  fixtures: 'a path',
  public_url: 'a URL',
  allow_hosts: 'a list of names',
  callback_host_map: '`{"from": "to"}`',
  token: '8 to 200 printable ASCII characters',
  names: '`{"token": "word"}`',
  methods: '`{"method_1": "card"}`',
  settings: '[below](#settings)',
};

/** Defaults that the configuration itself does not show. */
const defaults: Readonly<Record<string, string>> = {
  config: '`gateway-sandbox.config.json`',
  host: 'this machine alone, `127.0.0.1` and `::1`',
  public_url: 'the address that it listens on',
  profile: '`observed`',
  strict: '`false`',
  fixtures: 'the demo account',
  settings: 'as there',
};

function plain(value: unknown): string {
  return value === undefined ? '' : code(JSON.stringify(value));
}

function flagOf(name: string): Option | undefined {
  const start = commandLine().commands.find((command) => command.name() === 'start');
  const wanted = ['allow_hosts', 'tester_tools'].includes(name)
    ? { allow_hosts: '--allow-host', tester_tools: '--no-tester-tools' }[name]
    : `--${name.replaceAll('_', '-')}`;
  return start?.options.find(({ long }) => long === wanted);
}

function camelCase(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function setting({ name, reason }: (typeof settingGroups)[number]['settings'][number]): string[] {
  return [code(name), valuesOf(name), code(JSON.stringify(valueAt(usual, name))), reason];
}
