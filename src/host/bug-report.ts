import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isError } from './errors.ts';
import { version } from './paths.ts';
import { printable } from './printable.ts';

/** The report to print for an internal error, with source lines instead of bundle lines. */
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

/** A location in a stack trace: a file URL or path, with line and column. */
const places = /(file:\/\/[^\s()]+|\/[^\s():]+|[A-Z]:\\[^\s():]+):(\d+):(\d+)/g;

function withSources(stack: string): string {
  const maps = new Map<string, SourceMap | undefined>();
  return stack.replace(places, (place, where: string, line: string, column: string) => {
    if (!maps.has(where)) maps.set(where, mapOf(where));
    const found = maps.get(where)?.findEntry(Number(line) - 1, Number(column) - 1);
    // The source map covers only our own sources, and only their lines.
    if (!found || !('originalSource' in found) || !found.originalSource) return place;
    return `${found.originalSource.replace('../', '')}:${found.originalLine + 1}`;
  });
}

function mapOf(where: string): SourceMap | undefined {
  try {
    const mapFile = `${where.startsWith('file:') ? fileURLToPath(where) : where}.map`;
    return existsSync(mapFile) ? new SourceMap(JSON.parse(readFileSync(mapFile, 'utf8'))) : undefined;
  } catch {
    // The error message is part of the stack and may look like a location.
    return undefined;
  }
}
