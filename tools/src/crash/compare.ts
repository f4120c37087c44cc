import type { DatabaseSync } from 'node:sqlite';
import { type ImportKind, importKinds, memberId } from '@chatferry/contract';
import {
  type BulkSize,
  conversationOf,
  groups,
  members,
  messages,
  users,
} from '../generate/bulk-forum.ts';
import { firstMessages } from './first-messages.ts';
import { followUpMistakes } from './follow-up-mistakes.ts';
import { sightings } from './storing-log.ts';

/**
 * Compares the records in the service with the input, one by one, and the order in which they were stored
 * with the references between records.
 *
 * @returns a description of each mistake
 */
export function compare(db: DatabaseSync, size: BulkSize): string[] {
  return [...contentMistakes(db, size), ...orderMistakes(db, size)];
}

/** Like `compare`, but ignores the order in which the records were stored. */
export function contentMistakes(db: DatabaseSync, size: BulkSize): string[] {
  return [
    ...importKinds.flatMap((kind) => compareKind(kind, wanted[kind](size), stored(db, kind))),
    ...(size.hasFollowUps === true ? followUpMistakes(db, size) : []),
  ];
}

const wanted: Record<ImportKind, (size: BulkSize) => Iterable<object>> = {
  users: wantedUsers,
  groups: wantedGroups,
  members,
  messages: wantedMessages,
};

/** The service sets the time of a deactivation itself, so only the state is compared. */
function* wantedUsers(size: BulkSize): Generator<object> {
  for (const { deactivatedAt, role: _, ...user } of users(size))
    yield { ...user, deactivated: Number(deactivatedAt !== undefined) };
}

function* wantedGroups(size: BulkSize): Generator<object> {
  for (const { description: _, ...group } of groups(size)) yield group;
}

function* wantedMessages(size: BulkSize): Generator<object> {
  for (const message of messages(size))
    if (message.data.metadata.parentMuid === undefined) yield message;
}

function idOf(kind: ImportKind, row: object): string {
  const { guid, uid, muid } = row as Record<'guid' | 'uid' | 'muid', string>;
  switch (kind) {
    case 'users':
      return uid;
    case 'groups':
      return guid;
    case 'members':
      return memberId(guid, uid);
    case 'messages':
      return muid;
  }
}

/** Queries for the service's rows, with the field names and types of an import. */
const queries: Record<ImportKind, string> = {
  users: `SELECT uid, name, avatar, created_at AS createdAt, metadata, tags,
      deactivated_at IS NOT NULL AS deactivated FROM users`,
  groups: 'SELECT guid, name, type, owner, created_at AS createdAt FROM groups',
  members: `SELECT guid, uid, scope, joined_at AS joinedAt FROM members
      WHERE (guid, uid) NOT IN (SELECT guid, uid FROM implied_members)`,
  messages: `SELECT muid, sender, receiver_type AS receiverType, receiver, category, type, data, sent_at AS sentAt,
      delivered_at AS deliveredAt, tags
      FROM messages WHERE parent_id IS NULL AND category <> 'action'`,
};

function stored(db: DatabaseSync, kind: ImportKind): object[] {
  return db
    .prepare(queries[kind])
    .all()
    .map((row) => {
      const record: Record<string, unknown> = { ...row };
      for (const field of ['metadata', 'tags', 'data'])
        if (typeof record[field] === 'string') record[field] = JSON.parse(record[field]);
      return record;
    });
}

function compareKind(kind: ImportKind, rows: Iterable<object>, held: readonly object[]): string[] {
  const left = new Map(Array.from(rows, (row) => [idOf(kind, row), canonical(row)]));
  const seen = new Set<string>();
  const wrong: string[] = [];
  for (const record of held) {
    const id = idOf(kind, record);
    const want = left.get(id);
    if (seen.has(id)) wrong.push(`${kind} ${id} is there twice`);
    else if (want === undefined) wrong.push(`${kind} ${id} was never in the input`);
    else if (want !== canonical(record))
      wrong.push(`${kind} ${id} is ${canonical(record)} in the service and ${want} in the input`);
    seen.add(id);
    left.delete(id);
  }
  for (const id of left.keys()) wrong.push(`${kind} ${id} is lost`);
  return wrong;
}

/** Serialises a value so that equal content gives equal text, whatever the order of the fields. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(
          Object.entries(inner).toSorted(([one], [other]) => (one < other ? -1 : 1)),
        )
      : inner,
  );
}

/**
 * Finds records that were stored before a record they refer to, or after a later message of their conversation. Of two messages in the same
 * second, the later one in the input is the later message. Replies have no order: an unresolved reply waits for `retry`.
 */
function orderMistakes(db: DatabaseSync, size: BulkSize): string[] {
  const needs = new Map<string, string[]>();
  for (const { guid, owner } of groups(size)) needs.set(`groups ${guid}`, [`users ${owner}`]);
  for (const { guid, uid } of members(size))
    needs.set(`members ${memberId(guid, uid)}`, [`users ${uid}`, `groups ${guid}`]);
  const inOrder = [...messages(size)].toSorted((one, other) => one.sentAt - other.sentAt);
  const messageById = new Map(inOrder.map((message, rank) => [message.muid, { ...message, rank }]));
  const firsts = firstMessages(size);
  for (const { muid, sender, receiver, receiverType } of inOrder) {
    const first = firsts.get(muid);
    needs.set(`messages ${muid}`, [
      `users ${sender}`,
      `${receiverType}s ${receiver}`,
      ...(first === undefined ? [] : [`messages ${first}`]),
    ]);
  }

  const wrong: string[] = [];
  const there = new Set<string>();
  const latest = new Map<string, number>();
  for (const { kind, id } of sightings(db)) {
    const name = `${kind} ${id}`;
    if (there.has(name)) wrong.push(`${name} was stored a second time`);
    for (const need of needs.get(name) ?? [])
      if (!there.has(need)) wrong.push(`${name} was stored before ${need}`);
    there.add(name);

    const isReply = firsts.has(id);
    const message = kind === 'messages' && !isReply ? messageById.get(id) : undefined;
    if (message === undefined) continue;
    const conversation = conversationOf(message);
    if (message.rank < (latest.get(conversation) ?? 0))
      wrong.push(`${name} was stored after a later message of its conversation`);
    latest.set(conversation, message.rank);
  }
  return wrong;
}
