import { serve } from '../mcp/serve.ts';
import { type ControlFlags, controlClient } from './control-client.ts';

interface McpFlags extends ControlFlags {
  readonly allowChanges?: boolean;
}

/** Serves agents on stdin and stdout. Only protocol messages go to stdout. */
export async function mcp(flags: McpFlags): Promise<void> {
  await serve({ connection: controlClient(flags), allowChanges: flags.allowChanges ?? false });
}
