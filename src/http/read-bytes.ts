/** The client disconnected, so there is nobody left to answer. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone';
}

/**
 * Reads a request body. Returns undefined when it is larger than `limit`, without reading the rest. Rejects
 * with `ClientGone` when the client disconnects halfway or sends invalid HTTP.
 */
export async function readBytes(request: Request, limit: number): Promise<Uint8Array | undefined> {
  try {
    return await bytesOf(request, limit);
  } catch (error) {
    throw new ClientGone('The body ended early.', { cause: error });
  }
}

async function bytesOf(request: Request, limit: number): Promise<Uint8Array | undefined> {
  if (request.method === 'GET' || request.method === 'HEAD') return new Uint8Array();
  const declared = request.headers.get('content-length');
  if (declared !== null && Number(declared) > limit) return undefined;
  // The server enforces a declared length. Without one, the body may be endless.
  if (declared !== null) return new Uint8Array(await request.arrayBuffer());
  return readChunks(request.body, limit);
}

async function readChunks(
  body: ReadableStream<Uint8Array> | null,
  limit: number,
): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > limit) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
