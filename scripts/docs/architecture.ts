import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rooms } from '../rooms.ts';

const table = /(<!-- rooms -->\n)[\s\S]*?(<!-- \/rooms -->)/;

/** docs/architecture.md with a rooms table generated from `scripts/rooms.ts`. The rest is written by hand. */
export function architecturePage(): string {
  const page = readFileSync(join(import.meta.dirname, '../../docs/architecture.md'), 'utf8');
  return page.replace(table, (_all, begin: string, end: string) => `${begin}${roomsTable()}\n${end}`);
}

function roomsTable(): string {
  const rows = Object.entries(rooms).map(([name, { holds, imports }]) => {
    const place = name === 'entries' ? '`src/*.ts`' : `\`${name}/\``;
    const allowed = imports.map((each) => `\`${each}\``).join(' ');
    return `| ${place} | ${holds} | ${allowed || 'no other room'} |`;
  });
  return ['| room | holds | may import |', '|---|---|---|', ...rows].join('\n');
}
