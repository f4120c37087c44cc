import type { Kind } from '@chatferry/contract';
import { type BulkSize, groups } from '../generate/bulk-forum.ts';
import { blocks, friends, reactions } from '../generate/follow-ups.ts';

/** A reaction, friendship, block or group description of the export that people create in the app. All SQL takes the values of `key`. */
export interface StrangeRelation {
  readonly kind: Kind;
  readonly id: string;
  readonly key: readonly string[];
  /** Stores the relation unless it exists. Changes nothing when the user, message or group of the relation is missing. */
  readonly store: string;
  /** Reads the relation. */
  readonly sql: string;
  /** Finds the records of the relation. The service deletes the relation with one of them. Absent: the service keeps the relation. */
  readonly about?: string;
}

const USERS = `(SELECT count(*) FROM users WHERE uid IN (?1, ?2)) = 2`;

/** Every friendship, block, reaction and group description of the export. */
export function strangeRelations(size: BulkSize): StrangeRelation[] {
  return [
    ...[...friends(size)].map(({ uid, friend }): StrangeRelation => {
      const [one, other] = uid < friend ? [uid, friend] : [friend, uid];
      return {
        kind: 'friends',
        id: `${one}_friend_${other}`,
        key: [one, other],
        store: `INSERT OR IGNORE INTO friends (uid, friend, since) SELECT ?1, ?2, 1 WHERE ${USERS}
          UNION SELECT ?2, ?1, 1 WHERE ${USERS}`,
        sql: 'SELECT * FROM friends WHERE uid = ?1 AND friend = ?2',
      };
    }),
    ...[...blocks(size)].map(({ uid, blocked }): StrangeRelation => ({
      kind: 'blocks',
      id: `${uid}_blocks_${blocked}`,
      key: [uid, blocked],
      store: `INSERT OR IGNORE INTO blocks (uid, blocked, blocked_at) SELECT ?1, ?2, 1 WHERE ${USERS}`,
      sql: 'SELECT * FROM blocks WHERE uid = ?1 AND blocked = ?2',
      about: 'SELECT 1 FROM users WHERE uid = ?2 AND ?1 <> ?2',
    })),
    ...[...reactions(size)].map(({ muid, uid, reaction }): StrangeRelation => ({
      kind: 'reactions',
      id: `${muid} ${uid} ${reaction}`,
      key: [muid, uid, reaction],
      store: `INSERT OR IGNORE INTO reactions (message_id, uid, reaction, reacted_at)
        SELECT max(messages.id), users.uid, ?3, 1 FROM messages, users WHERE muid = ?1 AND users.uid = ?2 HAVING count(*) > 0`,
      sql: `SELECT reactions.* FROM reactions JOIN messages ON messages.id = message_id WHERE muid = ?1 AND uid = ?2 AND reaction = ?3`,
      about: 'SELECT 1 FROM messages, users WHERE muid = ?1 AND uid = ?2 AND ?3 IS NOT NULL',
    })),
    ...[...groups(size)].map(({ guid }): StrangeRelation => ({
      kind: 'descriptions',
      id: guid,
      key: [guid],
      store: `UPDATE groups SET description = 'Not planned'
        WHERE guid = ?1 AND description IS NULL AND owner NOT LIKE 'stranger%'`,
      sql: 'SELECT description FROM groups WHERE guid = ?1 AND description IS NOT NULL',
      about: 'SELECT 1 FROM groups WHERE guid = ?1',
    })),
  ];
}
