import { CommanderError } from 'commander';
import { printable } from '../host/printable.ts';
import { tell } from '../host/tell.ts';
import { UserError } from '../host/user-error.ts';
import { refuseUnknownCommand } from './commands/control-command.ts';
import { withCurrentName } from './commands/old-names.ts';
import { endWithStdout } from './print.ts';
import { commandLine } from './program.ts';
import { endOnUncaught } from './uncaught.ts';

endWithStdout();
endOnUncaught();

const args = withCurrentName(process.argv.slice(2));
const program = commandLine(args[0]);

void run();

/** No top-level `await`: the standalone executable is CommonJS. */
async function run(): Promise<void> {
  try {
    refuseUnknownCommand(program, args);
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (error instanceof UserError) {
      tell(printable(error.message));
      process.exitCode = error.exitCode;
    } else if (error instanceof CommanderError) {
      // Commander has already printed the error. Help and version have exit code 0.
      if (error.exitCode !== 0) process.exitCode = 2;
    } else throw error;
  }
}
