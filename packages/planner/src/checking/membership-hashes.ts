import { idHash } from '@chatferry/contract';
import { fieldsOf } from '../spool/wire.ts';

/** The hashes of the guid and of the uid of a membership. @param wire its entry in a request */
export function membershipHashes(wire: Uint8Array): [group: number, user: number] {
  const { guid, uid } = fieldsOf(wire) as { guid: string; uid: string };
  return [idHash(guid), idHash(uid)];
}
