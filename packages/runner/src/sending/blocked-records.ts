import { hasReference, type Kind, kinds } from '@chatferry/contract';
import type { Batch } from '@chatferry/planner';
import type { LedgerStore } from '../ledger/ledger-store.ts';
import type { StoredOutcome } from '../ledger/batch-entry.ts';
import { type RecordRow, recordRow } from '../routes/record-row.ts';
import type { Trouble } from '../trouble.ts';

/** A record that is not sent, and why. */
export interface SkippedRecord {
  /** The record whose failure blocks it, as `kind:id`. */
  readonly cause: string;
  readonly trouble: Trouble;
}

/** Finds the records that are not sent because of others. */
export interface BlockingRecords {
  /** The blocked records of a batch, by position. */
  in(batch: Batch, positions: readonly number[]): Promise<Map<number, SkippedRecord>>;
}

interface LostRecord {
  readonly cause: string;
  readonly message: string;
}

/**
 * Users, groups and messages that did not land. Records that refer to them are blocked: they are not sent, because they would
 * fail.
 */
export class BlockedRecords implements BlockingRecords {
  readonly #lost: ReadonlyMap<string, LostRecord>;
  readonly #ledger: LedgerStore;

  private constructor(lost: ReadonlyMap<string, LostRecord>, ledger: LedgerStore) {
    this.#lost = lost;
    this.#ledger = ledger;
  }

  static async readFrom(ledger: LedgerStore): Promise<BlockedRecords> {
    const lost = new Map<string, LostRecord>();
    for (const outcome of await ledger.lostUsersAndGroups())
      lost.set(`${outcome.kind}:${outcome.id}`, lostRecord(outcome));
    return new BlockedRecords(lost, ledger);
  }

  /** The blocked records of a batch, by position. Parses nothing as long as every user and group has landed. */
  async in(batch: Batch, positions: readonly number[]): Promise<Map<number, SkippedRecord>> {
    const skips = new Map<number, SkippedRecord>();
    const { references, isRemoval } = kinds[batch.kind];
    // A message that is not there needs no removal.
    const ofMessage = isRemoval === true ? undefined : kinds[batch.kind].ofMessage;
    if (ofMessage === undefined && (this.#lost.size === 0 || references.length === 0)) return skips;
    for (const position of positions) {
      const row = recordRow(batch, position);
      const lost =
        needsOf(batch.kind, row)
          .map((need) => this.#lost.get(need))
          .find((found) => found !== undefined) ??
        (ofMessage === undefined ? undefined : await this.#lostMessage(row[ofMessage] as string));
      if (lost === undefined) continue;
      const trouble = { code: 'NEEDS_OTHER_RECORD', message: lost.message };
      skips.set(position, { cause: lost.cause, trouble });
    }
    return skips;
  }

  /** Why the service does not hold a message; `undefined` when it does. */
  async #lostMessage(muid: string): Promise<LostRecord | undefined> {
    if ((await this.#ledger.messageIds.idOf(muid)) !== undefined) return undefined;
    const outcome =
      (await this.#ledger.outcomeOf('messages', muid)) ??
      (await this.#ledger.outcomeOf('replies', muid));
    if (outcome !== undefined && !hasLanded(outcome)) return lostRecord(outcome);
    const cause = `messages:${muid}`;
    return { cause, message: `${cause} is not in the service.` };
  }
}

/** A record that a retry has landed keeps the reason why it had not at first. */
function hasLanded({ outcome }: StoredOutcome): boolean {
  return outcome === 'created' || outcome === 'present';
}

function lostRecord({ kind, id, code, message, cause }: StoredOutcome): LostRecord {
  const own = `${kind}:${id}`;
  return cause === undefined
    ? { cause: own, message: `${own} failed with ${code}: ${message}` }
    : { cause, message };
}

/** The records that this one needs, as `kind:id`; not those whose details it contains itself. */
function needsOf(kind: Kind, row: RecordRow): string[] {
  return kinds[kind].references.flatMap((reference) => {
    const { field, to, inline } = reference;
    const id = row[field];
    const isNeeded = typeof id === 'string' && hasReference(reference, row);
    return isNeeded && (inline === undefined || !(inline in row)) ? [`${to}:${id}`] : [];
  });
}
