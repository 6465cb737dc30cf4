import { type ControlFlags, controlClient } from './control-client.ts';
import { oneLine, show } from './output.ts';

export interface ClockState {
  readonly now: string;
  readonly frozen: boolean;
  readonly offset_ms: number;
}

export async function clock(flags: ControlFlags): Promise<void> {
  told(flags, await controlClient(flags).get<ClockState>('clock'));
}

export async function moveClock(
  how: 'advance' | 'freeze' | 'resume',
  body: object,
  flags: ControlFlags,
): Promise<void> {
  const moved = how === 'resume' ? undefined : body;
  told(flags, await controlClient(flags).post<ClockState>(`clock/${how}`, moved));
}

function told(flags: ControlFlags, state: ClockState): void {
  const seconds = Math.round(state.offset_ms / 1000);
  const away =
    seconds === 0 ? '' : `, ${Math.abs(seconds)} s ${seconds > 0 ? 'ahead of' : 'behind'} real time`;
  show(flags, state, () => oneLine(`${state.now} (${state.frozen ? 'stands still' : 'runs'}${away})`));
}
