import { CommanderError } from 'commander';
import { printable } from '../printable.ts';
import { tellBug } from '../tell-bug.ts';
import { refuseUnknownCommand } from './commands/control-command.ts';
import { CommandFailed } from './control-client.ts';
import { commandLine } from './program.ts';

const program = commandLine(process.argv[2]);

// What nobody has caught is a mistake of ours; nothing is known of the state it left.
process.on('uncaughtException', (error) => void tellBug(error).finally(() => process.exit(1)));

void run();

/** No `await` at the top: the standalone executable is of CommonJS, which has none. */
async function run(): Promise<void> {
  try {
    refuseUnknownCommand(program, process.argv.slice(2));
    await program.parseAsync();
  } catch (error) {
    if (error instanceof CommandFailed) {
      console.error(printable(error.message));
      process.exitCode = error.exitCode;
    } else if (error instanceof CommanderError) {
      // Commander has told what is wrong; help and version are no failures.
      process.exitCode = error.exitCode === 0 ? 0 : 2;
    } else throw error;
  }
}
