import { sandboxBreaches } from '../../invariants/sandbox-breaches.ts';
import type { Race } from './kinds.ts';
import { openRing } from './ring.ts';

/** Resets the sandbox after this many rounds, so that the checks after each round do not grow. */
const roundsPerReset = 10;

/** Runs rounds of one race, and checks the invariants after each. Returns what was wrong, in words. */
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
