import type { Kind } from '@chatferry/contract';
import type { Batch } from '@chatferry/planner';
import type { Ledger } from '../ledger/ledger.ts';
import { type RecordRow, recordRow } from '../routes/record-row.ts';
import type { Trouble } from '../run-event.ts';

/** Why a record is not sent. */
export interface Skip {
  /** The record at the root of it, as `kind:id`. */
  readonly cause: string;
  readonly trouble: Trouble;
}

interface Lost {
  readonly cause: string;
  readonly message: string;
}

/** Which users and groups a record needs. What it brings along itself it does not need. */
const needs: Readonly<Record<Kind, (row: RecordRow) => readonly (string | undefined)[]>> = {
  users: () => [],
  groups: (row) => [user(row, 'owner', 'groupOwnerDetails')],
  members: (row) => [group(row, 'guid', 'groupDetails'), user(row, 'uid', 'userDetails')],
  messages: (row) => [
    user(row, 'sender', 'senderUserDetails'),
    row['receiverType'] === 'group'
      ? group(row, 'receiver', 'receiverGroupDetails')
      : user(row, 'receiver', 'receiverUserDetails'),
  ],
};

/** Users and groups that did not land: what needs them is not sent to fail. */
export class Casualties {
  readonly #lost = new Map<string, Lost>();

  /** All that the ledger knows of at this moment. */
  constructor(ledger: Ledger) {
    for (const { kind, id, code, message, cause } of ledger.lostUsersAndGroups()) {
      const own = `${kind}:${id}`;
      this.#lost.set(
        own,
        cause === null
          ? { cause: own, message: `${own} failed with ${code}: ${message}` }
          : { cause, message },
      );
    }
  }

  /** The records of a batch that cannot land, by position. Parses nothing as long as nobody is lost. */
  in(batch: Batch, positions: readonly number[]): Map<number, Skip> {
    const skips = new Map<number, Skip>();
    if (this.#lost.size === 0 || batch.kind === 'users') return skips;
    for (const position of positions) {
      const lost = needs[batch.kind](recordRow(batch, position))
        .map((need) => (need === undefined ? undefined : this.#lost.get(need)))
        .find((found) => found !== undefined);
      if (lost === undefined) continue;
      const trouble = { code: 'NEEDS_OTHER_RECORD', message: lost.message };
      skips.set(position, { cause: lost.cause, trouble });
    }
    return skips;
  }
}

function user(row: RecordRow, field: string, details: string): string | undefined {
  return reference('users', row, field, details);
}

function group(row: RecordRow, field: string, details: string): string | undefined {
  return reference('groups', row, field, details);
}

function reference(kind: Kind, row: RecordRow, field: string, details: string): string | undefined {
  return typeof row[field] !== 'string' || details in row ? undefined : `${kind}:${row[field]}`;
}
