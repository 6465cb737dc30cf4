import { randomUUID } from 'node:crypto';
import { keptAccount } from './account-query.ts';
import type { Frame } from './page-models.ts';
import { render, type ViewName } from './render.ts';

/** Most of a checkout page, and the same on many. */
interface WithTools {
  readonly tools?: { readonly panel: string } | undefined;
}

/** A page of the dashboard. */
interface WithAccount {
  /** The account that the reader has chosen. */
  readonly account?: string;
}

/** Where the tester tools belong. No page contains it otherwise, because nobody can guess it. */
const toolsMark = `tools-${randomUUID()}`;
const toolsBytes = new Map<string, Buffer>();
const mostTools = 20;

const longestPageBytes = 256 * 1024;
const written = Buffer.allocUnsafeSlow(longestPageBytes);

/** Renders a page. The tester tools are encoded once, as long as they are the same. */
export function pageBytes<Model extends Partial<Frame> & WithTools & WithAccount & object>(
  view: ViewName,
  model: Model,
): Buffer<ArrayBuffer> {
  const { tools } = model;
  if (tools === undefined) return bytesOf([keptAccount(render(view, model), model.account ?? '')]);
  const html = render(view, { ...model, tools: { ...tools, panel: toolsMark } });
  const [before = '', after] = html.split(toolsMark);
  return bytesOf(after === undefined ? [before] : [before, bytesOfTools(tools.panel), after]);
}

function bytesOfTools(panel: string): Buffer {
  const bytes = toolsBytes.get(panel) ?? Buffer.from(panel);
  if (toolsBytes.size >= mostTools) toolsBytes.clear();
  toolsBytes.set(panel, bytes);
  return bytes;
}

/** `Buffer.from` measures a text before it writes it, and with Arabic that takes as long as the writing. */
function bytesOf(pieces: readonly (string | Buffer)[]): Buffer<ArrayBuffer> {
  const most = pieces.reduce((sum, { length }) => sum + length * mostBytesOfLetter, 0);
  if (most > longestPageBytes) return Buffer.concat(pieces.map((piece) => Buffer.from(piece)));
  const end = pieces.reduce((at, piece) => at + writtenAt(at, piece), 0);
  return Buffer.from(written.subarray(0, end));
}

function writtenAt(at: number, piece: string | Buffer): number {
  return typeof piece === 'string' ? written.write(piece, at) : piece.copy(written, at);
}

/** Of a UTF-16 unit, in UTF-8. */
const mostBytesOfLetter = 3;
