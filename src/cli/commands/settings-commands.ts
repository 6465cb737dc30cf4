import type { Command } from 'commander';
import { controlGroup, subcommand } from './control-command.ts';

export function settingsCommands(program: Command): void {
  const load = () => import('../settings.ts');
  const group = controlGroup(
    program,
    'settings',
    'list the settings, show one, or change one while the sandbox runs',
  )
    .argument('[name]', 'such as otp.policy')
    .argument('[value]', 'its new value: a word, a number or JSON')
    .action(async (name, value, options) => (await load()).settings(name, value, options));
  subcommand(group, 'reset', "reset one setting to the profile's value, or all")
    .argument('[name]')
    .action(async (name, _, command) => (await load()).resetSettings(name, command.optsWithGlobals()));
}
