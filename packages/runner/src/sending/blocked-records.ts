import { hasReference, type Kind, kinds } from '@chatferry/contract';
import type { Batch, Plan } from '@chatferry/planner';
import type { StoredOutcome } from '../ledger/batch-entry.ts';
import type { LedgerStore } from '../ledger/ledger-store.ts';
import type { Mark } from '../ledger/marks.ts';
import { type CountsByKind, notCompared, OF_OTHER_RECORD } from '../terms/outcome.ts';
import { type RecordRow, recordRow } from '../routes/record-row.ts';
import type { Trouble } from '../terms/trouble.ts';

/** A record that is not sent, and why. */
export interface SkippedRecord {
  /** The record whose failure blocks it, as `kind:id`. */
  readonly cause: string;
  readonly trouble: Trouble;
}

/** Finds the records that are not sent because of other records. */
export interface BlockingRecords {
  /** The blocked records of a batch, by position. */
  in(batch: Batch, positions: readonly number[]): Promise<Map<number, SkippedRecord>>;
}

interface LostRecord {
  readonly cause: string;
  readonly message: string;
}

/** Marks of records in the app that, as far as is known, are neither the job's nor as planned. */
const others: ReadonlySet<Mark> = new Set(['d', 'p', 'm']);

/**
 * Users, groups and messages that did not land. Records that refer to them are blocked: they are not sent, because they would
 * fail. Follow-ups of records that the app holds with other content are blocked too: they would change other people's records.
 */
export class BlockedRecords implements BlockingRecords {
  readonly #lost: ReadonlyMap<string, LostRecord>;
  readonly #ledger: LedgerStore;
  readonly #counts: CountsByKind;

  private constructor(
    lost: ReadonlyMap<string, LostRecord>,
    ledger: LedgerStore,
    counts: CountsByKind,
  ) {
    this.#lost = lost;
    this.#ledger = ledger;
    this.#counts = counts;
  }

  static async readFrom(ledger: LedgerStore, plan: Plan): Promise<BlockedRecords> {
    const lost = new Map<string, LostRecord>();
    for (const outcome of await ledger.lostUsersAndGroups()) {
      // A later segment has the record again.
      if (plan.superseded?.has(outcome.kind, outcome.id, outcome.seq) === true) continue;
      lost.set(`${outcome.kind}:${outcome.id}`, lostRecord(outcome));
    }
    return new BlockedRecords(lost, ledger, await ledger.counts());
  }

  /** The blocked records of a batch, by position. Parses nothing as long as every user and group has landed as planned. */
  async in(batch: Batch, positions: readonly number[]): Promise<Map<number, SkippedRecord>> {
    const skips = new Map<number, SkippedRecord>();
    const { references, isRemoval, followsUp = [] } = kinds[batch.kind];
    // A message that is not there needs no removal.
    const ofMessage = isRemoval === true ? undefined : kinds[batch.kind].ofMessage;
    const mayBeOfOthers = followsUp.some(({ of }) => of.some((kind) => this.#hasOthers(kind)));
    const mayBeLost = this.#lost.size > 0 && references.length > 0;
    if (ofMessage === undefined && !mayBeLost && !mayBeOfOthers) return skips;
    for (const position of positions) {
      const row = recordRow(batch, position);
      const lost =
        needsOf(batch.kind, row)
          .map((need) => this.#lost.get(need))
          .find((found) => found !== undefined) ??
        (ofMessage === undefined ? undefined : await this.#lostMessage(row[ofMessage] as string));
      if (lost !== undefined) {
        const trouble = { code: 'NEEDS_OTHER_RECORD', message: lost.message };
        skips.set(position, { cause: lost.cause, trouble });
      } else if (mayBeOfOthers) {
        const blocked = await this.#ofOthers(batch.kind, row);
        if (blocked !== undefined) skips.set(position, blocked);
      }
    }
    return skips;
  }

  /** Whether the app may hold records of a kind that are neither the job's nor as planned. */
  #hasOthers(kind: Kind): boolean {
    const counts = this.#counts[kind];
    return counts.presentDifferent > 0 || notCompared(counts) > 0;
  }

  /** Why a follow-up is blocked by the record that it would change; `undefined` when it is sent. */
  async #ofOthers(kind: Kind, row: RecordRow): Promise<SkippedRecord | undefined> {
    for (const { field, of } of kinds[kind].followsUp!)
      for (const each of of) {
        if (!this.#hasOthers(each)) continue;
        const found = await otherRecord(each, row[field] as string, this.#ledger);
        if (found === undefined) continue;
        const cause = `${each}:${found.id}`;
        const message = `${cause} ${found.message}. It may be a record of others, so what would change it is not sent.`;
        return { cause, trouble: { code: OF_OTHER_RECORD, message } };
      }
    return undefined;
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

/** The ledger's outcome of a record in the app that, as far as is known, is neither the job's nor as planned; otherwise undefined. */
export async function otherRecord(
  kind: Kind,
  id: string,
  ledger: Pick<LedgerStore, 'outcomeOf' | 'batch'>,
): Promise<StoredOutcome | undefined> {
  const found = await ledger.outcomeOf(kind, id);
  if (found === undefined) return undefined;
  const { marks = '' } = (await ledger.batch(found.seq)) ?? {};
  return others.has(marks[found.position] as Mark) ? found : undefined;
}

/** Whether a record has landed; a record that landed in a retry keeps its first reason. */
function hasLanded({ outcome }: StoredOutcome): boolean {
  return outcome === 'created' || outcome === 'present';
}

function lostRecord({ kind, id, code, message, cause }: StoredOutcome): LostRecord {
  const own = `${kind}:${id}`;
  return cause === undefined
    ? { cause: own, message: `${own} failed with ${code}: ${message}` }
    : { cause, message };
}

/** The records that a record needs, as `kind:id`, except records whose details it contains itself. */
function needsOf(kind: Kind, row: RecordRow): string[] {
  return kinds[kind].references.flatMap((reference) => {
    const { field, to, inline } = reference;
    const id = row[field];
    const isNeeded = typeof id === 'string' && hasReference(reference, row);
    return isNeeded && (inline === undefined || !(inline in row)) ? [`${to}:${id}`] : [];
  });
}
