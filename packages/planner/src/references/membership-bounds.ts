import { column, idHash } from '@chatferry/contract';
import { fieldsOf } from '../spool/wire.ts';
import { CountBounds } from '../storage/count-bounds.ts';

/** Upper bounds for the number of memberships of each group and of each user, by hash. Bans and repeated rows count too. */
export class MembershipBounds {
  readonly ofGroup: CountBounds = new CountBounds();
  readonly ofUser: CountBounds = new CountBounds();

  /** Counts the membership whose columns begin at `at`. */
  add(columns: Float64Array, at: number): void {
    this.ofGroup.add(columns[at + column.group]!);
    this.ofUser.add(columns[at + column.user]!);
  }
}

/** The hashes of the guid and of the uid of a membership. @param wire its entry in a request */
export function membershipHashes(wire: Uint8Array): [group: number, user: number] {
  const { guid, uid } = fieldsOf(wire) as { guid: string; uid: string };
  return [idHash(guid), idHash(uid)];
}
