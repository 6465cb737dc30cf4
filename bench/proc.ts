import { readdirSync, readFileSync } from 'node:fs';

/** Resident memory of a process in MB. Undefined without /proc. */
export function memoryOf(pid: number): number | undefined {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(read(`/proc/${pid}/status`))?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
}

/** Processor time used by a process's threads, in seconds. NaN if it isn't available. */
export function cpuSecondsOf(pid: number): number {
  const nanoseconds = threadsOf(pid).map((thread) =>
    Number(read(`/proc/${pid}/task/${thread}/schedstat`).split(' ')[0]),
  );
  return nanoseconds.length === 0 ? Number.NaN : nanoseconds.reduce((sum, time) => sum + time, 0) / 1e9;
}

function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
