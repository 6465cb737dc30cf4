import type { Snapshot } from '../client/contract.ts';
import { type ControlFlags, controlClient } from './control-client.ts';
import { localTime } from './local-time.ts';
import { oneLine, show, showList } from './output.ts';
import type { PageFlags, PageQuery } from './pages.ts';

export async function reset(flags: ControlFlags): Promise<void> {
  const answer = await controlClient(flags).call('reset');
  show(flags, answer, () => 'The sandbox is back in its initial state.');
}

export async function snapshots(flags: ControlFlags & PageFlags): Promise<void> {
  const client = controlClient(flags);
  const page = (query: PageQuery) => client.call('listSnapshots', { query });
  const row = ({ name, saved_at: savedAt }: Snapshot) => [name, localTime(savedAt)];
  await showList(flags, page, { headings: ['NAME', 'SAVED'], row, none: 'There are no snapshots.' });
}

export async function snapshot(
  how: 'save' | 'restore' | 'remove',
  name: string,
  flags: ControlFlags,
): Promise<void> {
  const client = controlClient(flags);
  const params = { name };
  const calls = {
    save: () => client.call('saveSnapshot', { body: params }),
    restore: () => client.call('restoreSnapshot', { params }),
    remove: () => client.call('removeSnapshot', { params }),
  };
  const answer = await calls[how]();
  show(flags, answer, () =>
    oneLine(`Snapshot ${name} is ${{ save: 'saved', restore: 'restored', remove: 'removed' }[how]}.`),
  );
}
