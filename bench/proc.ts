import { readFileSync } from 'node:fs';

/** Resident memory of a process in MB. Undefined without /proc. */
export function memoryOf(pid: number): number | undefined {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(read(`/proc/${pid}/status`))?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
}

/** Processor time of a process in seconds, which other load barely changes. NaN without /proc. */
export function cpuSecondsOf(pid: number): number {
  // Skips the program's name, which may contain spaces.
  const fields = read(`/proc/${pid}/stat`)
    .replace(/^.*\) /, '')
    .split(' ');
  // User and system time, in ticks of 10 ms.
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
