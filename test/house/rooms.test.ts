import { globSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Room } from '../../scripts/room.ts';
import { rooms } from '../../scripts/rooms.ts';

type Sources = ReadonlyMap<string, string>;

/** Every way to import a module: static, dynamic, types only, and Node's modules. */
const imported =
  /^(?:import|export)\s(?:[^'"`;]*\sfrom\s)?'([^']+)'|\b(?:import|getBuiltinModule)\(\s*'([^']+)'/gm;

describe('Each room', () => {
  const sources: Sources = new Map(
    globSync('src/**/*.ts').map((file) => [
      normalize(file).replaceAll('\\', '/'),
      readFileSync(file, 'utf8'),
    ]),
  );

  it('imports only the rooms and libraries that scripts/rooms.ts allows', () => {
    expect(violations(sources, rooms)).toEqual([]);
  });

  it('is in no circle with another one, and no file with another file', () => {
    expect(circle(roomGraph(rooms))).toBeUndefined();
    expect(circle(fileGraph(sources))).toBeUndefined();
  });

  it('exists, and needs every import that it is allowed', () => {
    const used = new Set(
      [...sources].flatMap(([file, code]) => [...roomsOf(file, code)].map((to) => `${roomOf(file)} → ${to}`)),
    );
    const allowed = Object.entries(rooms).flatMap(([room, { imports }]) =>
      imports.map((to) => `${room} → ${to}`),
    );
    expect(allowed.filter((arrow) => !used.has(arrow))).toEqual([]);
    expect(new Set([...sources.keys()].map(roomOf))).toEqual(new Set(Object.keys(rooms)));
  });
});

describe('The check of rooms finds', () => {
  const two: Record<string, Room> = {
    low: { holds: '', imports: [], node: ['node:crypto'] },
    high: { holds: '', imports: ['low'], libraries: ['zod'] },
  };

  it.each([
    ['a room above', 'src/low/a.ts', "import { b } from '../high/b.ts';"],
    ['a type of a room above', 'src/low/a.ts', "import type { B } from '../high/b.ts';"],
    ['a dynamic import', 'src/low/a.ts', "await import('../high/b.ts');"],
    ['a library away from its room', 'src/low/a.ts', "import { z } from 'zod';"],
    ['a part of such a library', 'src/low/a.ts', "import { z } from 'zod/mini';"],
    ['a module of Node’s', 'src/low/a.ts', "import fs from 'node:fs';"],
    ['one that is loaded by name', 'src/low/a.ts', "process.getBuiltinModule('node:fs');"],
    ['a room that is not listed', 'src/other/a.ts', "import { b } from '../low/b.ts';"],
  ])('%s', (_what, file, code) => {
    expect(violations(new Map([[file, code]]), two)).toHaveLength(1);
  });

  it('nothing wrong with what is allowed', () => {
    const code = "import { b } from '../low/b.ts';\nimport { z } from 'zod';\nimport fs from 'node:fs';";
    expect(violations(new Map([['src/high/a.ts', code]]), two)).toEqual([]);
  });

  it('a circle, even of types', () => {
    const files: Sources = new Map([
      ['src/low/a.ts', "import type { B } from './b.ts';"],
      ['src/low/b.ts', "import type { C } from './c.ts';"],
      ['src/low/c.ts', "import type { A } from './a.ts';"],
    ]);
    expect(circle(fileGraph(files))).toEqual([
      'src/low/a.ts',
      'src/low/b.ts',
      'src/low/c.ts',
      'src/low/a.ts',
    ]);
  });
});

function violations(sources: Sources, allowed: Readonly<Record<string, Room>>): string[] {
  return [...sources].flatMap(([file, code]) => {
    const room = allowed[roomOf(file)];
    if (room === undefined) return [`${file} is in no room`];
    return targets(code)
      .filter((target) => !isAllowed(file, target, room))
      .map((target) => `${file} imports ${target}`);
  });
}

function isAllowed(file: string, target: string, { imports, libraries = [], node }: Room): boolean {
  if (isBuiltin(target)) return node === undefined || node.includes(target);
  if (!target.startsWith('.'))
    return libraries.some((name) => target === name || target.startsWith(`${name}/`));
  const to = roomOf(resolved(file, target));
  return to === roomOf(file) || imports.includes(to);
}

function roomsOf(file: string, code: string): Set<string> {
  return new Set(
    targets(code)
      .filter((target) => target.startsWith('.'))
      .map((target) => roomOf(resolved(file, target))),
  );
}

function targets(code: string): string[] {
  return [...code.matchAll(imported)].map(([, byStatement, byCall]) => byStatement ?? byCall ?? '');
}

function resolved(file: string, target: string): string {
  return join(dirname(file), target).replaceAll('\\', '/');
}

function roomOf(file: string): string {
  return /^src\/([^/]+)\//.exec(file)?.[1] ?? 'entries';
}

type Graph = ReadonlyMap<string, readonly string[]>;

function fileGraph(sources: Sources): Graph {
  const files = [...sources].map(([file, code]): [string, string[]] => [
    file,
    targets(code)
      .filter((target) => target.startsWith('.'))
      .map((target) => resolved(file, target)),
  ]);
  return new Map(files);
}

function roomGraph(all: Readonly<Record<string, Room>>): Graph {
  return new Map(Object.entries(all).map(([name, { imports }]) => [name, imports]));
}

/** The first cycle, from a node back to itself. */
function circle(graph: Graph): string[] | undefined {
  const done = new Set<string>();
  const search = (node: string, path: readonly string[]): string[] | undefined => {
    const at = path.indexOf(node);
    if (at !== -1) return [...path.slice(at), node];
    if (done.has(node)) return undefined;
    for (const next of graph.get(node) ?? []) {
      const found = search(next, [...path, node]);
      if (found) return found;
    }
    done.add(node);
    return undefined;
  };
  for (const node of graph.keys()) {
    const found = search(node, []);
    if (found) return found;
  }
  return undefined;
}
