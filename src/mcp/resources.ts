import type { Resource, ResourceTemplate } from '@modelcontextprotocol/sdk/types.js';
import type { Connection } from '../client/connection.ts';
import { packageFile } from '../host/package-files.ts';
import { dataText } from './data-text.ts';

const json = 'application/json';

interface Kind {
  readonly title: string;
  readonly description: string;
  /** The ids of the newest records. */
  readonly newest: (connection: Connection, signal: AbortSignal) => Promise<readonly string[]>;
  readonly read: (connection: Connection, id: string, signal: AbortSignal) => Promise<unknown>;
}

const query = { limit: 10 };

const records: Readonly<Record<string, Kind>> = {
  timeline: {
    title: 'Payment',
    description: 'One payment with its timeline: everything that happened to it, in order',
    newest: async (connection, signal) =>
      (await connection.call('listTransactions', { query, signal })).data.map((each) => each.transaction_id),
    read: (connection, id, signal) => connection.call('getTransaction', { params: { id }, signal }),
  },
  request: {
    title: 'API call',
    description: 'One call of the merchant API with its decision trace: why it was accepted or refused',
    newest: async (connection, signal) =>
      (await connection.call('listRequests', { query, signal })).data.map(({ id }) => id),
    read: (connection, id, signal) => connection.call('getRequest', { params: { id }, signal }),
  },
  callback: {
    title: 'Callback',
    description: 'One callback with its attempts: the bytes that were sent, and what your app answered',
    newest: async (connection, signal) =>
      (await connection.call('listCallbacks', { query, signal })).data.map(({ id }) => id),
    read: (connection, id, signal) => connection.call('getCallback', { params: { id }, signal }),
  },
};

export const resourceTemplates: readonly ResourceTemplate[] = Object.entries(records).map(
  ([name, { title, description }]) => ({
    name,
    title,
    description,
    uriTemplate: `${uriOf(name, '')}{id}`,
    mimeType: json,
  }),
);

/** Lists the guides, plus the newest records while a sandbox is running. */
export async function listResources(connection: Connection, signal: AbortSignal): Promise<Resource[]> {
  const guides = Object.entries(allGuides()).map(([name, { title }]) => ({
    uri: uriOf('docs', name),
    name: `docs-${name}`,
    title,
    mimeType: 'text/html',
  }));
  const newest = Object.entries(records).map(async ([kind, { title, newest }]): Promise<Resource[]> => {
    const ids = await newest(connection, signal).catch(() => []);
    return ids.map((id) => ({
      uri: uriOf(kind, id),
      name: `${kind}-${id}`,
      title: `${title} ${id}`,
      mimeType: json,
    }));
  });
  return [...guides, ...(await Promise.all(newest)).flat()];
}

/** Reads a resource. Undefined if there is no such kind of resource. */
export async function readResource(connection: Connection, uri: string, signal: AbortSignal) {
  const [, kind = '', encoded = ''] = /^sandbox:\/\/([a-z]+)\/([^/?#]+)$/.exec(uri) ?? [];
  const id = decoded(encoded);
  const guides = allGuides();
  if (kind === 'docs')
    return Object.hasOwn(guides, id)
      ? { uri, mimeType: 'text/html', text: guides[id]?.html ?? '' }
      : undefined;
  const record = Object.hasOwn(records, kind) ? records[kind] : undefined;
  if (!record) return undefined;
  return { uri, mimeType: json, text: dataText(await record.read(connection, id, signal)) };
}

export function uriOf(kind: string, id: string): string {
  return `sandbox://${kind}/${encodeURIComponent(id)}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

interface Guide {
  readonly title: string;
  readonly html: string;
}

function allGuides(): Readonly<Record<string, Guide>> {
  // The file is part of the package, and a test compares it with the docs.
  return JSON.parse(packageFile('fixtures/help.json')) as Record<string, Guide>;
}
