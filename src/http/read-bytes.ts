/** Nobody is there any more who could be answered. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone';
}

/**
 * The body of a request, or undefined when it is larger than `limit`: then the rest is not read. Rejects with `ClientGone` when the
 * client goes away in the middle of it, or sends what is no HTTP.
 */
export async function readBytes(request: Request, limit: number): Promise<Uint8Array | undefined> {
  try {
    return await bytesOf(request, limit);
  } catch (error) {
    throw new ClientGone('The body did not come to its end.', { cause: error });
  }
}

async function bytesOf(request: Request, limit: number): Promise<Uint8Array | undefined> {
  if (request.method === 'GET' || request.method === 'HEAD') return new Uint8Array();
  const declared = request.headers.get('content-length');
  if (declared !== null && Number(declared) > limit) return undefined;
  // The server holds the client to a declared length; without one the body may be endless.
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
