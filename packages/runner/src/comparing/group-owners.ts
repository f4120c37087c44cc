import { idHash, memberId, pairHash, type Row } from '@chatferry/contract';
import type { IdHashes } from './id-hashes.ts';

/** @param owners by group and user */
export function isIn(owners: IdHashes, member: Row): boolean {
  const { guid, uid } = member as { guid: string; uid: string };
  return owners.indexOfHash(pairHash(idHash(guid), idHash(uid))) !== undefined;
}

/** The owner of a planned group is a member as the owner, and is no extra member. @param id of the membership */
export function isOwnership(owners: IdHashes, id: string, { uid }: Row): boolean {
  const guid = id.slice(0, -memberId('', String(uid)).length);
  return isIn(owners, { guid, uid });
}
