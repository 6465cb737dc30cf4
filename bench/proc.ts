import { readFileSync } from 'node:fs';

/** Resident memory of a process in MB, where /proc tells it. */
export function memoryOf(pid: number): number | undefined {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(read(`/proc/${pid}/status`))?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
}

/** Processor time that a process has used, in seconds; NaN where nothing tells it. Other work on the machine hardly changes it. */
export function cpuSecondsOf(pid: number): number {
  // The name of the program, in brackets, may hold spaces.
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
