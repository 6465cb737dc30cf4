import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Writes an app that answers with its process ID, and, after SIGTERM, takes its time until it writes the file
 * `ended`. Returns the path of the script. `port` is code.
 */
export function slowToEnd(folder: string, port: string, ms = 400): string {
  const script = join(folder, 'slow.mjs');
  const file = (name: string) => JSON.stringify(join(folder, name));
  writeFileSync(
    script,
    `import { writeFileSync } from 'node:fs';
    import { createServer } from 'node:http';
    process.on('SIGTERM', () => setTimeout(() => {
      writeFileSync(${file('ended')}, '');
      process.exit();
    }, ${ms}));
    createServer((request, response) => response.end(String(process.pid)))
      .listen(${port}, '127.0.0.1', () => writeFileSync(${file('pid')}, String(process.pid)));`,
  );
  return script;
}
