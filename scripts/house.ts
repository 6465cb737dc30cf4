/**
 * Prints the size of the house: files and lines of each room, how many rooms it may import, the files that
 * name a setting and an operation, and the size of the package.
 *
 *     node scripts/house.ts
 */
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { chdir } from 'node:process';
import { projectRoot } from './bundle.ts';
import { rooms } from './rooms.ts';

/** One of each kind that is typical, with the names that a developer would write when adding it. */
const additions = {
  'setting (otp.resend_wait)': /resend_wait|resendWait/,
  'operation (lock a code)': /lockOtp|lockCode/,
};

chdir(projectRoot);
const sources = globSync('src/**/*.ts').map((file) => [file, readFileSync(file, 'utf8')] as const);
const isGenerated = (code: string) => code.startsWith('// Generated');

const ownRooms = Object.keys(rooms);
const rows = ownRooms.map((room) => {
  const own = sources.filter(([file]) =>
    room === 'entries' ? !/^src\/.*\//.test(file) : file.startsWith(`src/${room}/`),
  );
  const lines = own.reduce((sum, [, code]) => sum + linesOf(code), 0);
  return { room, files: own.length, lines, imports: rooms[room]?.imports.length };
});
console.table(rows);
console.log(`${sources.length} files, ${sources.reduce((sum, [, code]) => sum + linesOf(code), 0)} lines`);
console.log('Circles: none, held by test/house/rooms.test.ts');
for (const [addition, names] of Object.entries(additions)) {
  const naming = sources.filter(([, code]) => !isGenerated(code) && names.test(code)).map(([file]) => file);
  console.log(`${addition}: ${naming.length} files written by hand (${naming.join(', ')})`);
}
console.log('gateway: a definition and an entry in the registry, held by test/process/sixth-gateway.test.ts');
console.log(packedSize());

function linesOf(code: string): number {
  return code.split('\n').length - 1;
}

function packedSize(): string {
  const packed = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    encoding: 'utf8',
  });
  // npm's own format.
  const [{ size, unpackedSize, entryCount }] = JSON.parse(packed) as [
    { readonly size: number; readonly unpackedSize: number; readonly entryCount: number },
  ];
  const inMb = (bytes: number) => `${(bytes / 1e6).toFixed(2)} MB`;
  return `Package: ${inMb(size)} packed, ${inMb(unpackedSize)} unpacked, ${entryCount} files`;
}
