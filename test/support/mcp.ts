import { execPath } from 'node:process';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { onTestFinished } from 'vitest';
import { program } from './cli.ts';
import { testFolder } from './data-file.ts';

export interface ToolAnswer {
  readonly isError: boolean;
  readonly text: string;
  /** The data in the tool's answer, without the note around it. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly data: any;
}

export interface McpClient {
  readonly client: Client;
  readonly tool: (name: string, given?: Record<string, unknown>) => Promise<ToolAnswer>;
}

/** The SDK's client, connected to the built program. */
export async function mcpClient(url: string, ...flags: readonly string[]): Promise<McpClient> {
  const home = testFolder();
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(
    new StdioClientTransport({
      command: execPath,
      args: [program, 'mcp', '--url', url, ...flags],
      env: { HOME: home, XDG_DATA_HOME: home },
      cwd: home,
      stderr: 'pipe',
    }),
  );
  onTestFinished(() => client.close());
  return { client, tool: (name, given = {}) => answerOf(client, name, given) };
}

async function answerOf(client: Client, name: string, given: Record<string, unknown>): Promise<ToolAnswer> {
  const { content, isError = false } = await client.callTool({ name, arguments: given });
  // Our tools always return a single text.
  const [{ text }] = content as [{ text: string }];
  return { isError: isError === true, text, data: isError ? undefined : JSON.parse(text).data };
}
