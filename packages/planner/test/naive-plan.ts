import { byKind, type Kind, kinds, kindsInOrder, type Row } from '@chatferry/contract';
import type { PlanRules } from '../src/index.ts';
import type { Export } from './rig.ts';

/** A record that is planned. */
export interface NaiveRecord {
  readonly id: string;
  readonly line: number;
  readonly row: Row;
}

/** Why a row is not planned. */
interface NaiveReject {
  readonly kind: Kind;
  readonly id: string;
  readonly line: number;
  readonly code: string;
  /** `kind:id` of the missing record that is the root of it. */
  readonly root: string | undefined;
}

/** What a plan must contain, read from the rows in the plainest way: whole lists in memory, looked through again and again. */
export interface NaivePlan {
  readonly planned: Readonly<Record<Kind, readonly NaiveRecord[]>>;
  readonly rejects: readonly NaiveReject[];
  readonly merged: Readonly<Record<Kind, number>>;
  /** Records without a row, whether they are sent or not. */
  readonly made: Readonly<Record<Kind, number>>;
  /** Messages to groups from people who are not members. */
  readonly fromOutside: number;
  /** Memberships without the date that they had. */
  readonly withoutDate: number;
  /** Groups of two that are not sent. */
  readonly conversations: number;
}

type NaiveRules = Pick<
  PlanRules,
  | 'duplicates'
  | 'senderNotMember'
  | 'maxRequestBytes'
  | 'limits'
  | 'onMissingUser'
  | 'onMissingGroup'
  | 'twoPersonGroups'
  | 'badOptional'
>;

interface Reading {
  readonly planned: Record<Kind, NaiveRecord[]>;
  readonly rejects: NaiveReject[];
  /** For a user or group whose row is rejected: the root. */
  readonly roots: Map<string, string>;
  readonly rules: NaiveRules;
  /** Records without a row, each with the times of the rows that refer to it. */
  readonly made: Record<Kind, Map<string, MadeRecord>>;
  /** Ids of the records that other records contain, and that no row has. They are there when all records of that kind are. */
  readonly inside: { readonly present: Set<string>; readonly next: Set<string> };
  /** The first that a record of the export contains of each user and group: `users:ada`. */
  readonly details: Map<string, Row>;
  withoutDate: number;
  /** Groups with a name. */
  readonly named: Set<unknown>;
  /** The two people of each group that becomes a conversation. */
  readonly pairs: Map<string, readonly unknown[]>;
}

interface MadeRecord {
  readonly ids: Row;
  readonly times: number[];
}

export function naivePlan(rows: Export, rules: NaiveRules): NaivePlan {
  const planned = Object.fromEntries(kindsInOrder.map((kind) => [kind, []])) as never;
  const made = Object.fromEntries(kindsInOrder.map((kind) => [kind, new Map()])) as never;
  const reading: Reading = {
    planned,
    rejects: [],
    roots: new Map(),
    rules,
    made,
    inside: { present: new Set(), next: new Set() },
    details: new Map(),
    withoutDate: 0,
    named: new Set(),
    pairs: new Map(),
  };
  const merged = Object.fromEntries(kindsInOrder.map((kind) => [kind, 0])) as Record<Kind, number>;
  let fromOutside = 0;
  for (const kind of kindsInOrder) {
    const passed: NaiveRecord[] = [];
    for (const record of recordsOf(kind, rows, reading)) {
      noteDetails(kind, record.row, reading);
      const problems = problemsOf(kind, record, reading);
      const isOutside = kind === 'messages' && isFromOutside(record.row, reading);
      if (isOutside && rules.senderNotMember === 'reject') problems.push(['not-a-member']);
      for (const [code, root] of problems) reject(reading, kind, record, code, root);
      if (problems.length > 0) continue;
      passed.push(record);
      makeMissing(kind, record.row, reading);
      if (kind === 'messages' && isFromOutside(record.row, reading)) fromOutside++;
    }
    const unique = settle(kind, passed, reading, merged);
    reading.planned[kind].push(...(kind === 'members' ? withinLimits(unique, reading) : unique));
    for (const key of reading.inside.next) reading.inside.present.add(key);
    if (kind === 'members' && rules.twoPersonGroups === 'direct') findPairs(reading);
  }
  const all = kindsInOrder.map((kind) => [...reading.planned[kind], ...madeRecords(kind, reading)]);
  for (const [index, kind] of kindsInOrder.entries()) {
    const isSent = ({ row }: NaiveRecord): boolean => !reading.pairs.has(row['guid'] as string);
    reading.planned[kind] = all[index]!.filter(isSent);
    merged[kind] += all[index]!.length - reading.planned[kind].length;
  }
  return {
    planned: reading.planned,
    rejects: reading.rejects,
    merged,
    made: byKind((kind) =>
      kinds[kind].derivedFrom === undefined
        ? reading.made[kind].size
        : all[kindsInOrder.indexOf(kind)]!.length,
    ),
    fromOutside,
    withoutDate: reading.withoutDate,
    conversations: reading.pairs.size,
  };
}

function reject(
  reading: Reading,
  kind: Kind,
  { id, line }: NaiveRecord,
  code: string,
  root?: string,
): void {
  reading.rejects.push({ kind, id, line, code, root });
  const key = `${kind}:${id}`;
  if (!reading.roots.has(key)) reading.roots.set(key, root ?? key);
}

/** Makes what a record refers to and no row has, as the rules ask for it. */
function makeMissing(kind: Kind, row: Row, reading: Reading): void {
  const { rules, made, planned, inside } = reading;
  const make = (to: Kind, id: unknown): void => {
    if (!makes(to, rules)) inside.next.add(`${to}:${String(id)}`);
    else if (!exists(to, id, reading))
      made[to].set(id as string, { ids: { [to === 'users' ? 'uid' : 'guid']: id }, times: [] });
  };
  for (const [to, id, within] of needsOf(kind, row)) {
    if (exists(to, id, reading)) continue;
    make(to, id);
    const { owner } = (within ?? {}) as Row;
    if (to === 'groups' && makes('users', rules) && owner !== undefined) make('users', owner);
  }
  const isToGroup = kind === 'messages' && row['receiverType'] === 'group';
  const guid = isToGroup ? row['receiver'] : row['guid'];
  const uid = isToGroup ? row['sender'] : row['uid'];
  const { membersPerGroup = Infinity, groupsPerUser = Infinity } = rules.limits ?? {};
  const all = [...planned.members.map((member) => member.row), ...idsOf(made.members)];
  const hasRoom =
    all.filter((member) => member['guid'] === guid).length < membersPerGroup &&
    all.filter((member) => member['uid'] === uid).length < groupsPerUser;
  const member = `${String(guid)}_member_${String(uid)}`;
  const areThere = exists('groups', guid, reading) && exists('users', uid, reading);
  const isMade = rules.senderNotMember === 'add' && isToGroup && hasRoom && areThere;
  if (isMade && isFromOutside(row, reading))
    made.members.set(member, { ids: { memberId: member, guid, uid }, times: [] });
  const timeOf: Partial<Record<Kind, string>> = {
    groups: 'createdAt',
    members: 'joinedAt',
    messages: 'sentAt',
  };
  const time = row[timeOf[kind] ?? ''] as number | undefined;
  if (time === undefined) return;
  const user = kind === 'groups' ? row['owner'] : kind === 'messages' ? row['sender'] : uid;
  made.users.get(user as string)?.times.push(time);
  if (kind === 'groups') return;
  made.groups.get(guid as string)?.times.push(time);
  made.members.get(member)?.times.push(time);
}

function idsOf(made: ReadonlyMap<string, MadeRecord>): Row[] {
  return [...made.values()].map(({ ids }) => ids);
}

function makes(kind: Kind, rules: NaiveRules): boolean {
  const rule = kind === 'users' ? rules.onMissingUser : rules.onMissingGroup;
  return rule === 'placeholder';
}

function exists(kind: Kind, id: unknown, { planned, made, inside }: Reading): boolean {
  return (
    planned[kind].some((record) => record.id === id) ||
    made[kind].has(id as string) ||
    inside.present.has(`${kind}:${String(id)}`)
  );
}

/** Keeps the first details of each user and group inside a record. */
function noteDetails(kind: Kind, row: Row, { details }: Reading): void {
  for (const field of Object.keys(kinds[kind].inlineRecords ?? {})) {
    const within = row[field] as Row | undefined;
    if (within === undefined) continue;
    const key =
      within['guid'] === undefined
        ? `users:${String(within['uid'])}`
        : `groups:${within['guid'] as string}`;
    if (!details.has(key)) details.set(key, within);
  }
}

/** Finds the groups of exactly two members without a name that no third user owns. */
function findPairs(reading: Reading): void {
  const { planned, made, pairs } = reading;
  const owners = new Map<unknown, unknown>([
    ...planned.groups.map(({ id, row }) => [id, row['owner']] as const),
    ...[...made.groups.keys()].map((id) => [id, undefined] as const),
  ]);
  for (const [guid, owner] of owners) {
    if (reading.named.has(guid)) continue;
    const pair = planned.members
      .filter(({ row }) => row['guid'] === guid)
      .map(({ row }) => row['uid']);
    if (pair.length === 2 && (owner === undefined || pair.includes(owner)))
      pairs.set(guid as string, pair);
  }
}

/** A message to such a group is one to the other person; not the row of a third one. */
function redirected(record: NaiveRecord, reading: Reading): NaiveRecord | undefined {
  const { receiverGroupDetails: _, ...row } = record.row;
  const pair = reading.pairs.get(row['receiver'] as string);
  if (pair === undefined || row['receiverType'] !== 'group') return record;
  if (!pair.includes(row['sender'])) {
    reject(reading, 'messages', record, 'not-a-member');
    return undefined;
  }
  const receiver = pair.find((uid) => uid !== row['sender']);
  return { ...record, row: { ...row, receiverType: 'user', receiver } };
}

/** The records without a row, in order of id. A membership begins with the first message, as soon as user and group are there. */
function madeRecords(kind: Kind, reading: Reading): NaiveRecord[] {
  const { made, planned } = reading;
  const createdAt = (to: Kind, id: unknown): number =>
    Number(planned[to].find((record) => record.id === id)?.row['createdAt'] ?? 0);
  return [...made[kind]]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([id, { ids, times }]) => {
      const first = times.length === 0 ? undefined : Math.min(...times);
      const row: Row =
        kind === 'users' || kind === 'groups'
          ? dated(kind, { ...contentOf(kind, id, reading), ...ids }, first)
          : {
              ...ids,
              joinedAt: Math.max(
                first!,
                createdAt('users', ids['uid']),
                createdAt('groups', ids['guid']),
              ),
            };
      return { id, line: 0, row };
    });
}

/** No later than the first row that needs it; of a user, the time is not known otherwise. */
function dated(kind: Kind, row: Row, first: number | undefined): Row {
  const known = row['createdAt'] as number | undefined;
  const createdAt =
    known === undefined ? (kind === 'groups' ? first : undefined) : Math.min(known, first ?? known);
  return { ...row, ...(createdAt === undefined ? {} : { createdAt }) };
}

/** What another record contains of it, unless that is too large; else no more than a name. */
function contentOf(kind: Kind, id: string, reading: Reading): Row {
  const tags = ['chatferry-placeholder'];
  const plain =
    kind === 'users' ? { name: `Missing user ${id}`, tags } : { name: id, type: 'private', tags };
  const { owner, ...details } = reading.details.get(`${kind}:${id}`) ?? {};
  const isThere = owner !== undefined && exists('users', owner, reading);
  const full = { ...plain, ...details, ...(isThere ? { owner } : {}) };
  // Room for what is added to it, and for the rest of the request.
  return JSON.stringify(full).length + 512 > reading.rules.maxRequestBytes ? plain : full;
}

/** The rows of a kind, without those that are wrong in themselves; derived ones come from the planned ones of another kind. */
function recordsOf(kind: Kind, rows: Export, reading: Reading): NaiveRecord[] {
  const derived = (from: Kind, key: string, field: string): NaiveRecord[] =>
    reading.planned[from]
      .filter(({ row }) => row[field] !== undefined)
      .map(({ id, line, row }) => ({ id, line, row: { [key]: id, [field]: row[field] } }));
  if (kind === 'descriptions') return derived('groups', 'guid', 'description');
  if (kind === 'deactivations') return derived('users', 'uid', 'deactivatedAt');
  const records = (rows[kind] ?? []).map((row, index) => ({
    id: idOf(kind, row),
    line: index + 2,
    row,
  }));
  return records.flatMap((record) => {
    const code = wrongInItself(kind, record.row);
    if (code !== undefined) reject(reading, kind, record, code);
    if (code !== undefined) return [];
    if (kind === 'groups' && record.row['name'] !== record.id) reading.named.add(record.id);
    return (kind === 'messages' ? redirected(record, reading) : record) ?? [];
  });
}

function idOf(kind: Kind, row: Row): string {
  const text = (field: string): string => row[field] as string;
  if (kind === 'members') return `${text('guid')}_member_${text('uid')}`;
  if (kind === 'friends') return [text('uid'), text('friend')].toSorted().join('_friend_');
  if (kind === 'blocks') return `${text('uid')}_blocks_${text('blocked')}`;
  return text({ users: 'uid', groups: 'guid', messages: 'muid', roles: 'role' }[kind as 'users']);
}

function wrongInItself(kind: Kind, row: Row): string | undefined {
  if (kind === 'users' && row['name'] === undefined) return 'missing-field';
  if (kind === 'groups' && row['type'] === 'unknown') return 'bad-value';
  if (kind === 'friends' && row['uid'] === row['friend']) return 'same-user';
  if (kind === 'blocks' && row['uid'] === row['blocked']) return 'same-user';
  const text = (row['data'] as Row | undefined)?.['text'];
  return kind === 'messages' && text === ' ' ? 'blank-text' : undefined;
}

/** The kind and the id of a record that another one refers to, and what that one contains of it. */
type Need = readonly [to: Kind, id: unknown, within?: unknown];

function needsOf(kind: Kind, row: Row): Need[] {
  const users = (...fields: (readonly [string, string?])[]): Need[] =>
    fields
      .filter(([field]) => row[field] !== undefined)
      .map(([field, inline = '']) => ['users', row[field], row[inline]]);
  if (kind === 'groups') return users(['owner', 'groupOwnerDetails']);
  if (kind === 'members') return [['groups', row['guid']], ...users(['uid', 'userDetails'])];
  if (kind === 'friends') return users(['uid'], ['friend']);
  if (kind === 'blocks') return users(['uid'], ['blocked']);
  if (kind !== 'messages') return [];
  const sender = ['sender', 'senderUserDetails'] as const;
  return row['receiverType'] === 'group'
    ? [['groups', row['receiver'], row['receiverGroupDetails']], ...users(sender)]
    : users(sender, ['receiver', 'receiverUserDetails']);
}

function isInside([to, id, within]: Need): boolean {
  return (within as Row | undefined)?.[to === 'users' ? 'uid' : 'guid'] === id;
}

function problemsOf(kind: Kind, record: NaiveRecord, reading: Reading): [string, string?][] {
  const { planned, roots, rules } = reading;
  const problems: [string, string?][] = [];
  if (`{"${kind}":{}}`.length + entryBytes(kind, record) > rules.maxRequestBytes)
    problems.push(['record-too-large']);
  let isEarly = false;
  for (const need of needsOf(kind, record.row)) {
    const [to, id] = need;
    const found = planned[to].find((other) => other.id === id);
    const key = `${to}:${String(id)}`;
    if (!exists(to, id, reading) && !makes(to, rules) && !isInside(need))
      problems.push([to === 'users' ? 'missing-user' : 'missing-group', roots.get(key) ?? key]);
    else if (kind === 'members' && Number(record.row['joinedAt']) < Number(found?.row['createdAt']))
      isEarly = true;
  }
  if (isEarly && rules.badOptional === 'reject') problems.push(['joined-too-early']);
  if (isEarly && problems.length === 0) {
    delete (record.row as { joinedAt?: number }).joinedAt;
    reading.withoutDate++;
  }
  return problems;
}

/** Bytes of `"id":{…}` in a request. */
export function entryBytes(kind: Kind, { id, row }: NaiveRecord): number {
  return Buffer.byteLength(`${JSON.stringify(id)}:${JSON.stringify(sentRow(kind, id, row))}`);
}

function kept(row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([, field]) => field !== undefined));
}

/** A record as it is sent: with what is filled in, without what other kinds are made from. */
export function sentRow(kind: Kind, id: string, row: Row): Row {
  if (kind === 'users' || kind === 'groups')
    return kept({ ...row, description: undefined, deactivatedAt: undefined });
  if (kind === 'members') return kept({ ...row, memberId: id });
  if (kind === 'messages') return kept({ ...row, category: 'message', type: 'text' });
  if (kind === 'blocks') return kept({ ...row, blockId: id });
  if (kind !== 'friends') return kept(row);
  const [uid, friend] = id.split('_friend_');
  return { uid, friend, friendshipId: id };
}

function isFromOutside(row: Row, reading: Reading): boolean {
  if (row['receiverType'] !== 'group') return false;
  const group = reading.planned.groups.find(({ id }) => id === row['receiver']);
  if (group?.row['owner'] === row['sender']) return false;
  // A missing group has no members, unless the message contains the group.
  if (!exists('groups', row['receiver'], reading)) return !isInside(needsOf('messages', row)[0]!);
  return !exists('members', `${String(row['receiver'])}_member_${String(row['sender'])}`, reading);
}

/** Merges rows that are equal, and leaves one of those that are not, or none. */
function settle(
  kind: Kind,
  passed: readonly NaiveRecord[],
  reading: Reading,
  merged: Record<Kind, number>,
): NaiveRecord[] {
  const planned: NaiveRecord[] = [];
  const { duplicates } = reading.rules;
  for (const record of passed) {
    const same = passed.filter(({ id }) => id === record.id);
    const winner = (duplicates === 'last' ? same.at(-1) : same[0])!;
    const isEqual = (other: NaiveRecord): boolean => textOf(kind, other) === textOf(kind, winner);
    if (record !== winner && isEqual(record)) merged[kind]++;
    else if (record !== winner) reject(reading, kind, record, 'duplicate-id');
    else if (duplicates === 'reject' && !same.every(isEqual))
      reject(reading, kind, record, 'duplicate-id');
    else planned.push(record);
  }
  return planned;
}

function textOf(kind: Kind, { id, row }: NaiveRecord): string {
  const { description, deactivatedAt } = row;
  const fields = { ...sentRow(kind, id, row), description, deactivatedAt };
  return JSON.stringify(
    Object.entries(fields).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
}

/** The memberships that the service allows: those that began first. */
function withinLimits(members: readonly NaiveRecord[], reading: Reading): NaiveRecord[] {
  const { membersPerGroup = Infinity, groupsPerUser = Infinity } = reading.rules.limits ?? {};
  const began = ({ row }: NaiveRecord): number =>
    (row['joinedAt'] as number | undefined) ?? Infinity;
  const within = (
    list: readonly NaiveRecord[],
    field: string,
    most: number,
    code: string,
  ): NaiveRecord[] =>
    list.filter((record) => {
      const rivals = list.filter(({ row }) => row[field] === record.row[field]);
      const inOrder = rivals.toSorted((one, other) =>
        began(one) === began(other) ? one.line - other.line : began(one) - began(other),
      );
      const isIn = inOrder.indexOf(record) < most;
      if (!isIn) reject(reading, 'members', record, code);
      return isIn;
    });
  const inGroups = within(members, 'guid', membersPerGroup, 'group-full');
  return within(inGroups, 'uid', groupsPerUser, 'too-many-groups');
}
