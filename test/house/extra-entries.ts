/**
 * Adds one member to the configuration table and one setting to the settings table before anything is derived
 * from them, and prints the results. A separate program, because the tests of a worker share their modules.
 */
import { member } from '../../src/config/member.ts';
import { members } from '../../src/config/members.ts';
import { longest } from '../../src/protocol/duration.ts';
import { checkout } from '../../src/settings/payment-settings.ts';
import { setting } from '../../src/settings/setting.ts';

Object.assign(members, {
  trial_names: member({
    takes: (kind) => kind.hostNames,
    usual: ['usual.test'],
    is: 'What the trial member is for.',
    flag: ['--trial-names <name...>', 'what the trial flag does'],
    variable: 'GATEWAY_SANDBOX_TRIAL_NAMES',
  }),
});
Object.assign(checkout, {
  'trial.wait': setting({
    takes: ({ positive }) => positive(longest.wait),
    usual: '3s',
    documented: '4s',
    confidence: 'low',
    reason: 'What the trial setting is for.',
  }),
});

const { loadConfig } = await import('../../src/config/load-config.ts');
const { givenByFlags, usualValues } = await import('../../src/config/member-values.ts');
const { checkedConfig, configJsonSchema } = await import('../../src/config/config-schema.ts');
const { commandLine } = await import('../../src/cli/program.ts');
const { commandsPage } = await import('../../scripts/docs/commands.ts');
const { configPage } = await import('../../scripts/docs/config.ts');
const { contractModule } = await import('../../scripts/docs/contract.ts');
const { gapsPage } = await import('../../scripts/docs/gaps.ts');
const { llmsPage } = await import('../../scripts/docs/llms.ts');
const { startOptionsModule } = await import('../../scripts/docs/start-options.ts');
const { startSandbox } = await import('../../src/index.ts');

const folder = import.meta.dirname;
const inFolder = async (flags: object, env: NodeJS.ProcessEnv) =>
  Reflect.get(await loadConfig({ ...flags }, env, folder), 'trialNames');
const refusal = (config: Record<string, unknown>) => {
  try {
    checkedConfig(config, folder);
    return undefined;
  } catch (error) {
    return String(error);
  }
};

const start = commandLine('start').commands.find((command) => command.name() === 'start');
start?.exitOverride().action(() => undefined);
start?.parse(['--trial-names', 'A.test', 'b.test'], { from: 'user' });

const sandbox = await startSandbox();
const page = await fetch(new URL('/_sandbox/settings', sandbox.controlUrl));

console.log(
  JSON.stringify({
    usual: Reflect.get(usualValues, 'trialNames'),
    given: {
      byFlag: await inFolder(givenByFlags(start?.opts() ?? {}), {}),
      byVariable: await inFolder({}, { GATEWAY_SANDBOX_TRIAL_NAMES: 'c.test,d.test' }),
      byFile: Reflect.get(checkedConfig({ trial_names: ['e.test'] }, folder), 'trialNames'),
    },
    refusals: {
      member: refusal({ trial_nmes: [] }),
      value: refusal({ trial_names: ['a b'] }),
      setting: refusal({ settings: { trial: { wait: '11m' } } }),
    },
    help: start?.helpInformation(),
    schema: configJsonSchema(),
    usualSettings: await sandbox.settings.read(),
    changedSettings: await sandbox.settings.change({ profile: 'documented' }),
    // The client's types do not include it.
    setByHand: await sandbox.settings.change(Object({ trial: { wait: '9s' } })),
    page: await page.text(),
    docs: { config: configPage(), commands: commandsPage(), gaps: gapsPage(), llms: llmsPage() },
    types: { options: startOptionsModule(), contract: contractModule() },
  }),
);
await sandbox.stop();
