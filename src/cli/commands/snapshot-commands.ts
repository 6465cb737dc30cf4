import type { Command } from 'commander';
import { controlGroup, pageOptions, subcommand } from './control-command.ts';

/** Snapshots in the sandbox, and as files. */
export function snapshotCommands(program: Command): void {
  const group = controlGroup(program, 'snapshot', 'save the state under a name, and restore it');
  const load = () => import('../state.ts');
  for (const [name, description] of [
    ['save', 'save the current state'],
    ['restore', 'restore a saved state'],
    ['remove', 'delete a saved state'],
  ] as const)
    subcommand(group, name, description)
      .argument('<name>')
      .action(async (of, _, command) => (await load()).snapshot(name, of, command.optsWithGlobals()));
  pageOptions(subcommand(group, 'list', 'list the snapshots')).action(async (_, command) =>
    (await load()).snapshots(command.optsWithGlobals()),
  );
  const loadFiles = () => import('../snapshot-file.ts');
  subcommand(group, 'export', 'write a snapshot to a file of JSON lines, to open it elsewhere')
    .argument('<name>')
    .argument('<file>', 'a new file, or - for stdout')
    .option('--with-secrets', "keep the accounts' API keys, tokens and secret keys (default: replaced)")
    .action(async (name, file, _, command) =>
      (await loadFiles()).exportSnapshot(name, file, command.optsWithGlobals()),
    );
  subcommand(group, 'import', 'create a snapshot from an exported file')
    .argument('<file>', 'the file, or - for stdin')
    .option('--name <name>', 'under this name (default: its original name)')
    .option('--restore', 'restore it immediately')
    .action(async (file, _, command) => (await loadFiles()).importSnapshot(file, command.optsWithGlobals()));
}
