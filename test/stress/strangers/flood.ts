import { Agent, request } from 'node:http';

const body = Buffer.alloc(64 * 1024, 'x');
const lanes = 16;

/** A web page of another site, and a program without keys. */
const senders = [{ Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }, {}] as const;

/**
 * Sends this many bytes to the merchant API in bodies of 64 KiB without keys, half as a web page and half as
 * a program.
 */
export async function flood(url: string, bytes: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: lanes });
  let left = Math.ceil(bytes / body.length);
  const sent = left;
  const lane = async () => {
    while (left > 0) {
      left -= 1;
      await post(`${url}/api/x?${left}`, agent, senders[left % 2 === 0 ? 0 : 1]);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  agent.destroy();
  return sent;
}

function post(url: string, agent: Agent, headers: Readonly<Record<string, string>>): Promise<void> {
  return new Promise((resolve, reject) => {
    const type = { 'Content-Type': 'text/plain', 'Content-Length': body.length };
    const asked = request(url, { method: 'POST', agent, headers: { ...headers, ...type } });
    asked.once('response', (answer) => answer.resume().once('end', resolve));
    asked.once('error', reject);
    asked.end(body);
  });
}
