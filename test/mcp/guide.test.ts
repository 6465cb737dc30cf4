import { expect, it } from 'vitest';
import { blocksOf } from '../support/doc-blocks.ts';
import { mcpClient } from '../support/mcp.ts';

const page = 'docs/guides/mcp.md';

it(`Each configuration of ${page} starts a server, and only one of them allows changes`, async () => {
  const offered: number[] = [];
  for (const { code } of blocksOf(page).filter(({ language }) => language === 'json')) {
    const { mcpServers, servers = mcpServers } = JSON.parse(code);
    const { command, args } = servers['gateway-sandbox'];
    expect([command, ...args.slice(0, 2)]).toEqual(['npx', 'gateway-sandbox', 'mcp']);
    const { client } = await mcpClient('http://127.0.0.1:9', ...args.slice(2));
    offered.push((await client.listTools()).tools.length);
  }
  expect(offered).toHaveLength(4);
  expect(new Set(offered.slice(0, 3)).size).toBe(1);
  expect(offered[3]).toBeGreaterThan(offered[0] ?? 0);
});
