import { existsSync, rmSync, truncateSync } from 'node:fs';
import { clearInterval, setInterval } from '../host/timers.ts';
import { type AccountStore, accountStore } from './accounts.ts';
import { type CallbackStore, callbackStore } from './callbacks.ts';
import { type CheckoutStore, checkoutStore } from './checkouts.ts';
import { clearTables } from './clear.ts';
import { type DueStore, dueStore } from './due.ts';
import { type EventStore, eventStore } from './events.ts';
import { type FactStore, factStore } from './facts.ts';
import { type FaultStore, faultStore } from './faults.ts';
import { type FreeSpaceStore, freeSpaceStore } from './free-space.ts';
import { type GarbageStore, garbageStore } from './garbage.ts';
import { Held } from './held.ts';
import { type KeptAnswerStore, keptAnswerStore } from './kept-answers.ts';
import { lazy } from './lazy.ts';
import { openDatabase } from './open.ts';
import { type RequestStore, requestStore } from './requests.ts';
import { type RetentionStore, retentionStore } from './retention.ts';
import { type SavingStore, savingStore } from './saving.ts';
import { searchStore } from './search.ts';
import { type SequenceStore, sequenceStore } from './sequences.ts';
import { type Slices, usualSlices } from './slices.ts';
import { type SnapshotRowStore, snapshotRowStore } from './snapshot-rows.ts';
import { type SnapshotStore, snapshotStore } from './snapshots.ts';
import { type StagedStore, stagedStore } from './staged.ts';
import { type StandingCountStore, standingCountStore } from './standing-counts.ts';
import type { StorageHealth } from './storage-health.ts';
import { type StoryRowStore, storyRowStore } from './story-rows.ts';
import { type TransactionStore, transactionStore } from './transactions.ts';
import { type VerificationStore, verificationStore } from './verifications.ts';
import { isLight } from './weight.ts';

/** All stored data. Reads are synchronous; writes happen only inside `commit`. */
export interface Store {
  readonly accounts: AccountStore;
  readonly transactions: TransactionStore;
  readonly checkouts: CheckoutStore;
  readonly verifications: VerificationStore;
  readonly callbacks: CallbackStore;
  readonly due: DueStore;
  readonly events: EventStore;
  readonly requests: RequestStore;
  readonly sequences: SequenceStore;
  readonly retention: RetentionStore;
  readonly freeSpace: FreeSpaceStore;
  readonly keptAnswers: KeptAnswerStore;
  readonly facts: FactStore;
  readonly snapshots: SnapshotStore;
  readonly snapshotRows: SnapshotRowStore;
  readonly saving: SavingStore;
  readonly staged: StagedStore;
  readonly garbage: GarbageStore;
  readonly storyRows: StoryRowStore;
  readonly faults: FaultStore;
  readonly standingCounts: StandingCountStore;
  readonly search: ReturnType<typeof searchStore>;
  readonly commit: <T>(work: () => T) => Promise<T>;
  /** Commits work that replaces all rows. `replaced` updates memory before anything else sees them. */
  readonly replace: <T>(work: () => T, replaced: (value: T) => void) => Promise<T>;
  /** Rises when all rows are replaced, by a reset or a restored snapshot. */
  readonly generation: () => number;
  readonly afterCommit: (listener: () => void) => void;
  /**
   * Calls the listener right before all rows are replaced, when all earlier work is committed, so that it can
   * read them for the last time. What it throws is ignored.
   */
  readonly beforeReplace: (listener: () => void) => void;
  /** Whether commits can be stored. */
  readonly health: StorageHealth;
  /** Deletes every row. Call it inside a commit. Event ids continue; all others start again. */
  readonly clear: () => void;
  /** Whether the state is small enough to be copied in one transaction. */
  readonly isSmall: () => boolean;
  /** All stored data, as the bytes of a data file in pieces. Throws `DataFileError`. */
  readonly backup: () => AsyncIterable<Uint8Array>;
  /** Whether the data is lost when the process ends. */
  readonly isInMemory: boolean;
  /** Whether the data file existed and was empty. */
  readonly wasEmptyFile: boolean;
  readonly close: () => void;
  /** Closes after a refused start. Removes the file if `openStore` made it, and empties it if it was empty. */
  readonly closeUnused: () => void;
}

/** How often to check that the data file is still there while nothing is being stored. */
const betweenLooksMs = 2000;

/** Opens the store in a file, or in memory. Throws `DataFileError`. */
export function openStore(file: string | undefined, slices: Slices = usualSlices): Store {
  const isNewFile = file !== undefined && !existsSync(file);
  const database = openDatabase(file);
  const wasEmptyFile = file !== undefined && !isNewFile && database.wasEmpty;
  const looks = file === undefined ? undefined : setInterval(() => database.look(), betweenLooksMs).unref();
  const held = new Held();
  const lastReaders: (() => void)[] = [];
  const staged = stagedStore(database, slices, held);
  const clear = () => clearTables(database, slices, staged);
  const close = () => {
    clearInterval(looks);
    database.close();
  };
  const ofDatabase = {
    commit: <T>(work: () => T) => database.commit(work),
    replace: <T>(work: () => T, replaced: (value: T) => void) =>
      database.replace(() => {
        for (const listener of lastReaders) attempt(listener);
        return work();
      }, replaced),
    generation: () => database.generation,
    afterCommit: (listener: () => void) => database.afterCommit(listener),
    beforeReplace: (listener: () => void) => void lastReaders.push(listener),
    health: database.health,
    clear,
    staged,
    isSmall: () => isLight(database.orm.$client, slices.weightAtOnce),
    backup: () => database.backup(),
    isInMemory: file === undefined,
    wasEmptyFile,
    close,
    closeUnused: () => {
      close();
      if (isNewFile) rmSync(file, { force: true });
      else if (wasEmptyFile) truncateSync(file);
    },
  };
  const stores = lazy({
    accounts: () => accountStore(database),
    transactions: () => transactionStore(database),
    checkouts: () => checkoutStore(database),
    verifications: () => verificationStore(database),
    callbacks: () => callbackStore(database),
    due: () => dueStore(database),
    search: () => searchStore(database),
    events: () => eventStore(database),
    requests: () => requestStore(database),
    sequences: () => sequenceStore(database),
    retention: () => retentionStore(database),
    freeSpace: () => freeSpaceStore(database),
    keptAnswers: () => keptAnswerStore(database),
    facts: () => factStore(database),
    faults: () => faultStore(database),
    snapshots: () => snapshotStore(database, slices, { staged, held }, clear),
    snapshotRows: () => snapshotRowStore(database, held),
    saving: () => savingStore(database, slices, held),
    garbage: () => garbageStore(database, slices, held),
    storyRows: () => storyRowStore(database),
    standingCounts: () => standingCountStore(database),
  });
  // Not spread, which would create all of them.
  return Object.assign(stores, ofDatabase);
}

/** A reader that fails must not keep the rows from being replaced. */
function attempt(read: () => void): void {
  try {
    read();
  } catch {}
}
