import { arch, cpus, loadavg, release, totalmem, type } from 'node:os';
import { version } from 'node:process';

/** The machine and date of the measurement. */
export interface Machine {
  readonly date: string;
  readonly processor: string;
  readonly cores: number;
  readonly memoryGb: number;
  readonly system: string;
  readonly node: string;
  /** Load average at the start of the bench. Above 1 or 2, the results are those of a busy machine. */
  readonly load: number;
}

export function machine(): Machine {
  return {
    date: new Date().toISOString().slice(0, 10),
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    system: `${type()} ${release().split('-', 1)[0]} ${arch()}`,
    node: version,
    load: loadavg()[0] ?? Number.NaN,
  };
}
