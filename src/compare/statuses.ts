import type { Finding } from './finding.ts';
import type { Model, Patch } from './model.ts';
import { otherStatuses, type Replies, statusesOf } from './readings.ts';

/** The result for the HTTP statuses of the error codes. */
export async function statusesFinding(model: Model, live: Replies, patch: Patch): Promise<Finding> {
  const sandbox = await model.replies([...live.keys()], {});
  const changed = await model.replies([...live.keys()], patch);
  const [theirs, ours] = [statusesOf(live), statusesOf(changed)];
  const common = {
    about: 'statuses',
    probes: [],
    live: words(theirs, theirs) || null,
    sandbox: words(statusesOf(sandbox), theirs) || null,
    why: null,
  } as const;
  if (theirs.size === 0)
    return { ...common, verdict: 'undecided', why: 'The live service returned no error code of the API.' };
  if (patch.statuses !== undefined) return { ...common, verdict: 'contradicted', change: patch.statuses };
  if (otherStatuses(live, changed).length > 0) return { ...common, verdict: 'contradicted' };
  const compared = [...theirs.keys()].filter((code) => ours.has(code));
  const { statuses } = model.settings;
  const unseen = Object.keys(statuses).filter((code) => !compared.includes(code));
  if (compared.length === 0 || unseen.length > 0)
    return { ...common, verdict: 'undecided', why: 'The responses of the live service do not show it.' };
  return { ...common, verdict: 'confirmed', live: words(theirs, ours), value: statuses };
}

function words(statuses: ReadonlyMap<string, number>, others: ReadonlyMap<string, number>): string {
  return [...statuses]
    .filter(([code]) => others.has(code))
    .map(([code, status]) => `${code} ${status}`)
    .toSorted()
    .join(', ');
}
