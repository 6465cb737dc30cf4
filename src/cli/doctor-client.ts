import { mergedPatch } from '../settings/settings-change.ts';
import { type Proposal, proposals } from './compatibility/rules.ts';
import { seenBy } from './compatibility/seen.ts';
import { type ControlFlags, controlClient } from './control-client.ts';
import { faint, jsonText, oneLine, show } from './output.ts';

/** Proposes the switches that an existing client needs, from what the running sandbox has seen of it. Exit code 1 when there are some. */
export async function doctorClient(flags: ControlFlags): Promise<void> {
  const seen = await seenBy(controlClient(flags));
  const needed = proposals(seen);
  const config = needed.reduce<unknown>((merged, each) => mergedPatch(merged, each.config), {});
  const counts = { requests: seen.requests.length, callbacks: seen.callbacks.length };
  const refused = seen.requests.filter(({ status }) => status >= 400).length;
  show(flags, { ...counts, refused, proposals: needed, config }, () =>
    text(flags.url, { ...counts, refused }, needed, config),
  );
  if (needed.length > 0) process.exitCode = 1;
}

interface Counts {
  readonly requests: number;
  readonly callbacks: number;
  readonly refused: number;
}

function text(
  url: string,
  { requests, callbacks, refused }: Counts,
  needed: readonly Proposal[],
  config: unknown,
): string {
  if (requests === 0) {
    return `No request has come to the sandbox at ${url} yet. Let the client make its calls, and ask again.`;
  }
  const looked = `${plural(requests, 'request')} and ${plural(callbacks, 'callback')} of the sandbox at ${url}`;
  if (needed.length === 0) {
    const rest =
      refused > 0
        ? ` What was refused, ${plural(refused, 'request')}, no switch makes right: \`gateway-sandbox requests\` says why.`
        : '';
    return `Nothing needs changing for this client, by ${looked}.${rest}`;
  }
  const head = `By ${looked}, this client needs:`;
  return [head, ...needed.map(proposalText), ...howToSet(url, config)].join('\n\n');
}

function proposalText({ switch: name, evidence, why, config }: Proposal): string {
  return [
    name,
    `  ${faint('seen')}  ${oneLine(evidence)}`,
    `  ${faint('why')}   ${oneLine(why)}`,
    `  ${faint('set')}   ${jsonText(config)}`,
  ].join('\n');
}

/** The file holds for every start; what is a setting can be changed at once too. */
function howToSet(url: string, config: unknown): readonly string[] {
  const settings =
    typeof config === 'object' && config !== null && 'settings' in config ? config.settings : undefined;
  const file = `In gateway-sandbox.config.json, for the next start:\n\n${jsonText(config)}`;
  if (settings === undefined) return [file];
  const patch = `curl -X PATCH ${url}/_sandbox/api/settings -H 'Content-Type: application/json' -d '${jsonText(settings)}'`;
  return [file, `Settings, at once:\n\n${patch}`];
}

function plural(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
