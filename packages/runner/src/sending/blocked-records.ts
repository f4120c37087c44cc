import { hasReference, type Kind, kinds } from '@chatferry/contract';
import type { Batch } from '@chatferry/planner';
import type { LedgerStore } from '../ledger/ledger-store.ts';
import { type RecordRow, recordRow } from '../routes/record-row.ts';
import type { Trouble } from '../trouble.ts';

/** A record that is not sent, and why. */
export interface SkippedRecord {
  /** The record whose failure blocks it, as `kind:id`. */
  readonly cause: string;
  readonly trouble: Trouble;
}

interface LostRecord {
  readonly cause: string;
  readonly message: string;
}

/** Users and groups that did not land. Records that refer to them are blocked: they are not sent, because they would fail. */
export class BlockedRecords {
  readonly #lost: ReadonlyMap<string, LostRecord>;

  private constructor(lost: ReadonlyMap<string, LostRecord>) {
    this.#lost = lost;
  }

  static async readFrom(ledger: LedgerStore): Promise<BlockedRecords> {
    const lost = new Map<string, LostRecord>();
    for (const { kind, id, code, message, cause } of await ledger.lostUsersAndGroups()) {
      const own = `${kind}:${id}`;
      lost.set(
        own,
        cause === undefined
          ? { cause: own, message: `${own} failed with ${code}: ${message}` }
          : { cause, message },
      );
    }
    return new BlockedRecords(lost);
  }

  /** The blocked records of a batch, by position. Parses nothing as long as every user and group has landed. */
  in(batch: Batch, positions: readonly number[]): Map<number, SkippedRecord> {
    const skips = new Map<number, SkippedRecord>();
    if (this.#lost.size === 0 || kinds[batch.kind].references.length === 0) return skips;
    for (const position of positions) {
      const lost = needsOf(batch.kind, recordRow(batch, position))
        .map((need) => this.#lost.get(need))
        .find((found) => found !== undefined);
      if (lost === undefined) continue;
      const trouble = { code: 'NEEDS_OTHER_RECORD', message: lost.message };
      skips.set(position, { cause: lost.cause, trouble });
    }
    return skips;
  }
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
