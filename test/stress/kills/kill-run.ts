import { type Life, type LifeOptions, life } from './life.ts';

/** Called for each finished data file. */
export type Told = (life: Life, killsSoFar: number) => void;

export interface KillResult extends Life {
  readonly seconds: number;
  readonly msPerKill: number;
}

/** A file is finished after this many kills, because checking it takes longer each time. */
const killsPerFile = 50;
const filesAtOnce = 2;

/** Kills servers this many times, on several data files. */
export async function killRun(
  { kills, seed, ...pace }: LifeOptions,
  told: Told = () => {},
): Promise<KillResult> {
  const startedAt = performance.now();
  const perFile = Math.min(killsPerFile, Math.ceil(kills / filesAtOnce));
  const left = Array.from({ length: Math.ceil(kills / perFile) }, (_, index) => ({
    kills: Math.min(perFile, kills - index * perFile),
    seed: seed + index,
    ...pace,
  }));
  const lives: Life[] = [];
  const one = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const done = await life(next);
      lives.push(done);
      told(
        done,
        lives.reduce((sum, each) => sum + each.kills, 0),
      );
    }
  };
  await Promise.all(Array.from({ length: filesAtOnce }, one));
  const tookMs = performance.now() - startedAt;
  return {
    ...lives.reduce(added),
    seconds: Math.round(tookMs / 1000),
    msPerKill: Math.round(tookMs / kills),
  };
}

function added(one: Life, other: Life): Life {
  return {
    kills: one.kills + other.kills,
    ended: one.ended + other.ended,
    callbacks: one.callbacks + other.callbacks,
    missing: one.missing + other.missing,
    duplicates: one.duplicates + other.duplicates,
    wrong: [...one.wrong, ...other.wrong],
  };
}
