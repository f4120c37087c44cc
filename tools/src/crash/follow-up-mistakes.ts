import type { DatabaseSync } from 'node:sqlite';
import { type BulkSize, groups, messages, users } from '../generate/bulk-forum.ts';
import { blocks, friends, reactions, roles } from '../generate/follow-ups.ts';
import { firstMessages } from './first-messages.ts';

/** Follow-ups that the service holds and should not, and follow-ups that it lacks. */
export function followUpMistakes(db: DatabaseSync, size: BulkSize): string[] {
  return Object.entries(wanted(size)).flatMap(([what, rows]) => {
    const held = db
      .prepare(queries[what as keyof typeof queries])
      .all()
      .map(({ it }) => it as string);
    const left = new Set(rows);
    const unknown = held.filter((row) => !left.delete(row));
    return [
      ...unknown.map((row) => `${what} ${row} was never in the input, or is there twice`),
      ...[...left].map((row) => `${what} ${row} is lost`),
    ];
  });
}

function wanted(size: BulkSize): Record<keyof typeof queries, string[]> {
  return {
    roles: [...roles()].map(({ role, name, description }) => `${role} ${name} ${description}`),
    'role of user': [...users(size)].map(({ uid, role = 'default' }) => `${uid} ${role}`),
    description: [...groups(size)].map(({ guid, description }) => `${guid} ${description}`),
    replies: [...wantedReplies(size)],
    reactions: [...reactions(size)].map(({ muid, uid, reaction }) => `${muid} ${uid} ${reaction}`),
    friends: [...friends(size)].map(({ uid, friend }) => [uid, friend].toSorted().join(' ')),
    blocks: [...blocks(size)].map(({ uid, blocked }) => `${uid} ${blocked}`),
  };
}

function* wantedReplies(size: BulkSize): Generator<string> {
  const firsts = firstMessages(size);
  for (const { muid, sender, receiver, data, tags } of messages(size)) {
    const first = firsts.get(muid);
    if (first === undefined) continue;
    const { parentMuid: _, ...metadata } = data.metadata;
    const content = [data.text, JSON.stringify(metadata), JSON.stringify(tags)];
    yield [muid, first, sender, receiver, ...content].join(' ');
  }
}

const queries = {
  roles: `SELECT role || ' ' || name || ' ' || description AS it FROM roles WHERE role <> 'default'`,
  'role of user': `SELECT uid || ' ' || role AS it FROM users`,
  description: `SELECT guid || ' ' || coalesce(description, '') AS it FROM groups`,
  replies: `SELECT concat_ws(' ', reply.muid, first.muid, reply.sender, reply.receiver, reply.data ->> 'text',
      reply.data -> 'metadata', reply.tags) AS it
    FROM messages reply JOIN messages first ON first.id = reply.parent_id`,
  reactions: `SELECT muid || ' ' || uid || ' ' || reaction AS it FROM reactions JOIN messages ON messages.id = message_id`,
  friends: `SELECT uid || ' ' || friend AS it FROM friends WHERE uid < friend`,
  blocks: `SELECT uid || ' ' || blocked AS it FROM blocks`,
};
