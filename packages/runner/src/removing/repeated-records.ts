import type { Kind } from '@chatferry/contract';
import { IdHashes } from '../comparing/id-hashes.ts';
import { plannedIds } from '../comparing/planned-ids.ts';
import type { IsOwn } from './find-own.ts';
import { type JobToUndo, ownKeys } from './own-keys.ts';
import type { KeySet } from './key-set.ts';

/** The records of other kinds that a follow-up is about. */
type Party = readonly [kind: 'users' | 'messages', id: string];

/**
 * Tells which reactions, blocks and deactivations a job created. The service answers them in the same way when they are there already,
 * so the ledger does not know. One that is about a record that the job created cannot have been there before. One that is only about
 * records of the plan that were there before may have been.
 */
export class RepeatedRecords {
  readonly #own: Readonly<Record<Party[0], readonly KeySet[]>>;
  readonly #planned: Readonly<Record<Party[0], readonly IdHashes[]>>;

  private constructor(
    own: Readonly<Record<Party[0], readonly KeySet[]>>,
    planned: Readonly<Record<Party[0], readonly IdHashes[]>>,
  ) {
    this.#own = own;
    this.#planned = planned;
  }

  /** @param users those that the job created @param isOwnMessage of messages and replies */
  static async readFrom(
    job: JobToUndo,
    users: KeySet,
    isOwnMessage: IsOwn,
  ): Promise<RepeatedRecords> {
    const { plan, signal } = job;
    const holders =
      plan.summary.kinds.reactions.planned === 0 ? [] : (['messages', 'replies'] as const);
    const own = await Promise.all(
      holders.map((kind) =>
        ownKeys(job, kind, (record) => (isOwnMessage(record) ? record.id : undefined)),
      ),
    );
    const planned = (kinds: readonly Kind[]): Promise<IdHashes[]> =>
      Promise.all(kinds.map((kind) => plannedIds({ plan, kind, signal })));
    return new RepeatedRecords(
      { users: [users], messages: own },
      { users: await planned(['users']), messages: await planned(holders) },
    );
  }

  /** Whether the job created a record that is about these. */
  isOwn(parties: readonly Party[]): boolean {
    if (parties.some(([kind, id]) => this.#own[kind].some((ids) => ids.has(id)))) return true;
    return !parties.some(([kind, id]) => this.#planned[kind].some((ids) => ids.has(id)));
  }
}

/** What a reaction or block is about. */
export function partiesOf(
  kind: 'reactions' | 'blocks',
  row: Readonly<Record<string, unknown>>,
): Party[] {
  const { uid, muid, blocked } = row as Record<string, string>;
  return [['users', uid!], kind === 'reactions' ? ['messages', muid!] : ['users', blocked!]];
}
