import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isError } from './errors.ts';
import { version } from './paths.ts';
import { printable } from './printable.ts';

/** What to print of an error that only a bug in the sandbox explains, with source lines instead of those of the bundle. */
export function bugReport(error: unknown): string {
  const { platform, arch } = process;
  const place = `gateway-sandbox ${version}, Node.js ${process.version}, ${platform} ${arch}`;
  return printable(`Internal error in gateway-sandbox (${place}). Please report it:\n${stackOf(error)}`);
}

function stackOf(error: unknown): string {
  if (!isError(error)) return String(error);
  const stack = withSources(error.stack ?? String(error));
  return error.cause === undefined ? stack : `${stack}\ncaused by: ${stackOf(error.cause)}`;
}

/** A place in a file, as stacks name it: with its URL, or its path. */
const places = /(file:\/\/[^\s()]+|\/[^\s():]+|[A-Z]:\\[^\s():]+):(\d+):(\d+)/g;

function withSources(stack: string): string {
  const maps = new Map<string, SourceMap | undefined>();
  return stack.replace(places, (place, where: string, line: string, column: string) => {
    if (!maps.has(where)) maps.set(where, mapOf(where));
    const found = maps.get(where)?.findEntry(Number(line) - 1, Number(column) - 1);
    // The map knows our own sources alone, and of them the lines.
    if (!found || !('originalSource' in found) || !found.originalSource) return place;
    return `${found.originalSource.replace('../', '')}:${found.originalLine + 1}`;
  });
}

function mapOf(where: string): SourceMap | undefined {
  try {
    const mapFile = `${where.startsWith('file:') ? fileURLToPath(where) : where}.map`;
    return existsSync(mapFile) ? new SourceMap(JSON.parse(readFileSync(mapFile, 'utf8'))) : undefined;
  } catch {
    // The words of an error are in its stack too, and may look like a place.
    return undefined;
  }
}
