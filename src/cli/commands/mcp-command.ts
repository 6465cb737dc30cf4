import type { Command } from 'commander';
import { talkingCommand } from './control-command.ts';

/** Loads the MCP SDK only when it runs, since no other command needs it. */
export function mcpCommand(program: Command): void {
  talkingCommand(program, 'mcp', 'serve AI agents on stdin and stdout (Model Context Protocol)')
    .option('--allow-changes', 'also offer the tools that change the sandbox')
    .action(async (options) => (await import('../mcp.ts')).mcp(options));
}
