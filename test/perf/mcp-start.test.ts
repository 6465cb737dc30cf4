import { spawnSync } from 'node:child_process';
import { execPath } from 'node:process';
import { expect, it } from 'vitest';
import { mcpClient } from '../support/mcp.ts';

/** On a quiet machine, Node itself starts in 40 ms, and an answer must arrive within 300 ms. */
const mostNodeStarts = 7.5;

it('`mcp` answers a client soon after its start', async () => {
  const node: number[] = [];
  const mcp: number[] = [];
  for (let turn = 0; turn < 7; turn += 1) {
    const [startedAt, nodeEndedAt] = [performance.now(), afterNode()];
    await mcpClient('http://127.0.0.1:9');
    node.push(nodeEndedAt - startedAt);
    mcp.push(performance.now() - nodeEndedAt);
  }
  const [bestNode, bestMcp] = [Math.min(...node), Math.min(...mcp)];
  console.log(`mcp answers after ${bestMcp.toFixed(0)} ms, node alone ends after ${bestNode.toFixed(0)} ms`);
  expect(bestMcp).toBeLessThan(bestNode * mostNodeStarts);
});

function afterNode(): number {
  spawnSync(execPath, ['-e', '']);
  return performance.now();
}
