import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { Connection } from '../client/connection.ts';
import { errorMessage } from '../host/errors.ts';
import { didYouMean } from '../input/nearest.ts';
import { dataText, escaped } from './data-text.ts';

interface Call {
  readonly connection: Connection;
  readonly allowChanges: boolean;
  readonly name: string;
  readonly given: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
}

/** Returns refusals as results too, so the model can read the reason and try again. */
export async function callTool(call: Call): Promise<CallToolResult> {
  const { connection, allowChanges, name, given, signal } = call;
  const { operationTools } = await import('./tools.ts');
  const found = operationTools.get(name);
  if (!found) {
    const hint = didYouMean(name, operationTools.keys());
    return failed(`There is no tool ${JSON.stringify(name.slice(0, 200))}.${hint}`);
  }
  if (!found.isReadOnly && !allowChanges) return failed(readOnlyWords(name));
  try {
    const answer = await connection.call(found.id, { ...found.asked(given), signal });
    return { content: [{ type: 'text', text: dataText(answer) }] };
  } catch (error) {
    return failed(errorMessage(error));
  }
}

function readOnlyWords(name: string): string {
  return `${name} changes the sandbox, and this server only reads. Ask the user to start it with --allow-changes.`;
}

function failed(message: string): CallToolResult {
  return { isError: true, content: [{ type: 'text', text: escaped(message) }] };
}
