import type { Command } from 'commander';
import { controlGroup, subcommand } from './control-command.ts';

/** Snapshots in the sandbox, and as files. */
export function snapshotCommands(program: Command): void {
  const group = controlGroup(program, 'snapshot', 'keep the state under a name, and go back to it');
  const load = () => import('../state.ts');
  for (const [name, description] of [
    ['save', 'keep the present state'],
    ['restore', 'go back to it'],
    ['remove', 'forget it'],
  ] as const)
    subcommand(group, name, description)
      .argument('<name>')
      .action(async (of, _, command) => (await load()).snapshot(name, of, command.optsWithGlobals()));
  subcommand(group, 'list', 'list the snapshots').action(async (_, command) =>
    (await load()).snapshots(command.optsWithGlobals()),
  );
  const loadFiles = () => import('../snapshot-file.ts');
  subcommand(group, 'export', 'write one to a file of JSON lines, to open it elsewhere')
    .argument('<name>')
    .argument('<file>', 'a new file, or - for stdout')
    .option('--with-secrets', "keep the accounts' API keys, tokens and secret keys (default: replaced)")
    .action(async (name, file, _, command) =>
      (await loadFiles()).exportSnapshot(name, file, command.optsWithGlobals()),
    );
  subcommand(group, 'import', 'make one of an exported file')
    .argument('<file>', 'the file, or - for stdin')
    .option('--name <name>', 'under this name (default: the one that it had)')
    .option('--restore', 'go to it at once')
    .action(async (file, _, command) => (await loadFiles()).importSnapshot(file, command.optsWithGlobals()));
}
