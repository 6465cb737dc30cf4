import type { ClockState } from '../client/contract.ts';
import { type ControlFlags, controlClient } from './control-client.ts';
import { localTime } from './local-time.ts';
import { oneLine, show } from './output.ts';

export async function clock(flags: ControlFlags): Promise<void> {
  told(flags, await controlClient(flags).call('getClock'));
}

export async function advance(by: string, flags: ControlFlags): Promise<void> {
  told(flags, await controlClient(flags).call('advanceClock', { body: { by } }));
}

export async function freeze(at: string | undefined, flags: ControlFlags): Promise<void> {
  told(flags, await controlClient(flags).call('freezeClock', { body: { at } }));
}

export async function resume(flags: ControlFlags): Promise<void> {
  told(flags, await controlClient(flags).call('resumeClock'));
}

function told(flags: ControlFlags, state: ClockState): void {
  const seconds = Math.round(state.offset_ms / 1000);
  const away =
    seconds === 0 ? '' : `, ${Math.abs(seconds)} s ${seconds > 0 ? 'ahead of' : 'behind'} real time`;
  show(flags, state, () => oneLine(`${localTime(state.now)} (${state.frozen ? 'frozen' : 'runs'}${away})`));
}
