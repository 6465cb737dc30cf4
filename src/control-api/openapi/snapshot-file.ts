import type { Json } from './schemas.ts';

const lines = { 'application/x-ndjson': { schema: { type: 'string' } } };
const text = { type: 'string' };

/** Snapshot files, which are not JSON documents. */
export function snapshotFilePaths(refused: Json, imported: Json): Readonly<Record<string, Json>> {
  return {
    '/_sandbox/api/snapshots/{name}/export': {
      get: {
        operationId: 'exportSnapshot',
        summary: 'A snapshot as JSON lines',
        tags: ['snapshots'],
        parameters: [
          { name: 'name', in: 'path', required: true, schema: text },
          {
            name: 'secrets',
            in: 'query',
            description: 'Whether to include the keys of accounts',
            schema: { enum: ['true', 'false'], default: 'false' },
          },
        ],
        responses: {
          200: { description: 'The first line describes the rest', content: lines },
          default: refused,
        },
      },
    },
    '/_sandbox/api/snapshots/import': {
      post: {
        operationId: 'importSnapshot',
        summary: 'Creates a snapshot from an exported one, all or nothing',
        tags: ['snapshots'],
        parameters: [{ name: 'name', in: 'query', description: 'Its name here', schema: text }],
        requestBody: { required: true, content: lines },
        responses: {
          201: { description: 'Saved', content: { 'application/json': { schema: imported } } },
          default: refused,
        },
      },
    },
  };
}
