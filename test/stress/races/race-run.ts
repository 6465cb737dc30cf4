import { sandboxBreaches } from '../../invariants/sandbox-breaches.ts';
import type { Race } from './kinds.ts';
import { openRing } from './ring.ts';

/** A sandbox with so many rounds behind it starts over: what is looked at after each round would else grow. */
const roundsPerReset = 10;

/** Runs rounds of one race, the invariants after each. Gives what was not as it must be, in words. */
export async function raceRun(race: Race, rounds: number): Promise<string[]> {
  const ring = await openRing();
  const finds: string[] = [];
  try {
    for (let round = 0; round < rounds; round += 1) {
      if (round % roundsPerReset === 0) await ring.sandbox.reset();
      const wrong = [...(await race.round(ring, round)), ...sandboxBreaches(ring.sandbox)];
      finds.push(...wrong.map((each) => `${race.name}, round ${round}: ${each}`));
    }
    return finds;
  } finally {
    await ring.close();
  }
}
