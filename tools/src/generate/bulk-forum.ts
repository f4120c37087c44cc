import { Random } from './random.ts';
import { sentences } from './sentences.ts';

/** The number of rows of each kind, and the other parameters of the rows. */
export interface BulkSize {
  readonly users: number;
  readonly groups: number;
  /** Spread evenly over the groups. */
  readonly memberships: number;
  readonly messages: number;
  /** Generate only this many of the messages; default all. */
  readonly messagesSoFar?: number;
  readonly seed: number;
  /** UNIX seconds; all times of the rows are earlier. */
  readonly now: number;
  /** The number of seconds that the messages span; default 150 days. */
  readonly messageSpan?: number;
  /** Every user whose number is a multiple of this is deactivated; default none. */
  readonly deactivatedEvery?: number;
  /** Whether users have roles, groups have descriptions, and some messages are replies; default not. */
  readonly hasFollowUps?: true;
}

export interface BulkUser {
  readonly uid: string;
  readonly name: string;
  readonly avatar: string;
  readonly createdAt: number;
  readonly metadata: object;
  readonly tags: readonly string[];
  readonly deactivatedAt?: number;
  readonly role?: string;
}

export interface BulkGroup {
  readonly guid: string;
  readonly name: string;
  readonly type: string;
  readonly owner: string;
  readonly createdAt: number;
  readonly description?: string;
}

export interface BulkMember {
  readonly guid: string;
  readonly uid: string;
  readonly scope: string;
  readonly joinedAt: number;
}

interface BulkMetadata {
  readonly legacyThread: number;
  readonly likes: number;
  readonly parentMuid?: string;
}

export interface BulkMessage {
  readonly muid: string;
  readonly sender: string;
  readonly receiverType: string;
  readonly receiver: string;
  readonly category: string;
  readonly type: string;
  readonly data: { readonly text: string; readonly metadata: BulkMetadata };
  readonly sentAt: number;
  readonly deliveredAt: number;
  readonly tags: readonly string[];
}

const DAY = 86_400;
/** A prime, so that the members of a group are distinct until a group has more members than there are users. */
const STEP = 7919;

export function* users({
  users: count,
  now,
  seed,
  deactivatedEvery,
  hasFollowUps,
}: BulkSize): Generator<BulkUser> {
  const random = new Random(seed);
  for (let index = 0; index < count; index++)
    yield {
      uid: `u${index}`,
      name: `${random.pick(names)} ${index} ${random.chance(0.05) ? '🌻' : ''}`.trim(),
      avatar: `https://files.example.org/a/${index}.webp`,
      createdAt: now - random.between(300, 1500) * DAY,
      metadata: { legacyId: index * 7, locale: random.pick(['de', 'en', 'fr', 'tr']) },
      tags: random.chance(0.2) ? ['imported', 'verified'] : ['imported'],
      ...(deactivatedEvery !== undefined && index % deactivatedEvery === 0
        ? { deactivatedAt: now - 30 }
        : {}),
      ...(hasFollowUps === true && index % 4 === 1 ? { role: `role${index % 3}` } : {}),
    };
}

export function* groups(size: BulkSize): Generator<BulkGroup> {
  const random = new Random(size.seed + 1);
  for (let index = 0; index < size.groups; index++)
    yield {
      guid: `g${index}`,
      name: `Group ${index} of ${random.pick(names)}`,
      type: random.pick(['public', 'private']),
      owner: `u${memberOf(index, 0, size)}`,
      createdAt: size.now - random.between(210, 290) * DAY,
      ...(size.hasFollowUps === true ? { description: `About group ${index}` } : {}),
    };
}

export function* members(size: BulkSize): Generator<BulkMember> {
  const random = new Random(size.seed + 2);
  for (let index = 0; index < size.memberships; index++) {
    const group = index % size.groups;
    const position = Math.floor(index / size.groups);
    yield {
      guid: `g${group}`,
      uid: `u${memberOf(group, position, size)}`,
      scope: position === 0 ? 'admin' : 'participant',
      joinedAt: size.now - random.between(160, 205) * DAY,
    };
  }
}

/**
 * Messages, not ordered by time. Four in five are sent to a group by one of its members; the others are between two users. With
 * follow-ups, every 24th message replies to the message before it in its conversation, which may be a reply too.
 */
export function* messages(size: BulkSize): Generator<BulkMessage> {
  if (size.hasFollowUps !== true) return yield* messagesWithoutReplies(size);
  const latest = new Map<string, string>();
  let index = 0;
  for (const message of messagesWithoutReplies(size)) {
    const { muid, data } = message;
    const parentMuid = latest.get(conversationOf(message));
    latest.set(conversationOf(message), muid);
    if (index++ % 24 !== 4 || parentMuid === undefined) yield message;
    else yield { ...message, data: { ...data, metadata: { ...data.metadata, parentMuid } } };
  }
}

export function conversationOf({ sender, receiver, receiverType }: BulkMessage): string {
  return receiverType === 'group' ? receiver : [sender, receiver].toSorted().join(' and ');
}

function* messagesWithoutReplies(size: BulkSize): Generator<BulkMessage> {
  const random = new Random(size.seed + 3);
  for (let index = 0; index < size.messages; index++) {
    const group = random.between(0, size.groups - 1);
    const perGroup = Math.floor(size.memberships / size.groups);
    const sender = memberOf(group, random.between(0, perGroup - 1), size);
    const friend = (sender + random.between(1, Math.min(40, size.users - 1))) % size.users;
    const sentAt = size.now - random.between(60, 60 + (size.messageSpan ?? 150 * DAY));
    yield {
      muid: `${scattered(index)}-${index.toString(36)}`,
      sender: `u${sender}`,
      ...(random.chance(0.8)
        ? { receiverType: 'group', receiver: `g${group}` }
        : { receiverType: 'user', receiver: `u${friend}` }),
      category: 'message',
      type: 'text',
      data: {
        text: text(random),
        metadata: { legacyThread: random.between(1, 99_999), likes: random.between(0, 40) },
      },
      sentAt,
      deliveredAt: sentAt + random.between(0, 30),
      tags: ['imported'],
    };
  }
}

const names = [
  'Ada',
  'Benoît',
  'Çağla',
  'Dmitri',
  'Elif',
  'Fatima',
  'Göran',
  'Hana',
  '小雨',
  'Zoë',
];

function memberOf(group: number, position: number, { users: count }: BulkSize): number {
  return (group * 31 + position * STEP) % count;
}

function text(random: Random): string {
  let said = random.pick(sentences);
  while (said.length < 150 && random.chance(0.8)) said += ` ${random.pick(sentences)}`;
  return said;
}

/** Ids in no particular order, as in most databases. */
function scattered(index: number): string {
  const mixed = Math.imul(index ^ (index >>> 16), 0x45d9f3b);
  return ((mixed ^ (mixed >>> 15)) >>> 0).toString(16).padStart(8, '0');
}
