import {
  hasReference,
  idHash,
  type Kind,
  kinds,
  type Reference,
  byKind,
} from '@chatferry/contract';
import { recordOfEntry } from '../plan/batch.ts';
import { HashSet } from '../storage/hash-set.ts';

const userReferences = byKind((kind) => kinds[kind].references.filter(({ to }) => to === 'users'));

/** The users that planned records refer to. */
export class ReferredUsers {
  readonly #users = new HashSet();

  /** Notes the users of a record. */
  note(kind: Kind, wire: Uint8Array): void {
    const record = recordOfEntry(wire);
    for (const reference of userReferences[kind]) {
      const uid = userOf(reference, record);
      if (uid !== undefined) this.#users.add(idHash(uid));
    }
  }

  has(uid: string): boolean {
    return this.#users.has(idHash(uid));
  }
}

function userOf(
  reference: Reference,
  record: ReturnType<typeof recordOfEntry>,
): string | undefined {
  const uid = record[reference.field];
  return typeof uid === 'string' && hasReference(reference, record) ? uid : undefined;
}
