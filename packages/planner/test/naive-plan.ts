import { type Kind, kindsInOrder, type Row } from '@chatferry/contract';
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
  /** Messages to groups from people who are not members. */
  readonly fromOutside: number;
}

type NaiveRules = Pick<
  PlanRules,
  | 'duplicates'
  | 'senderNotMember'
  | 'maxRequestBytes'
  | 'limits'
  | 'onMissingUser'
  | 'onMissingGroup'
>;

interface Reading {
  readonly planned: Record<Kind, NaiveRecord[]>;
  readonly rejects: NaiveReject[];
  /** For a user or group whose row is rejected: the root. */
  readonly roots: Map<string, string>;
  readonly rules: NaiveRules;
  /** Records without a row, each with the times of the rows that refer to it. */
  readonly made: Record<Kind, Map<string, MadeRecord>>;
}

interface MadeRecord {
  readonly ids: Row;
  readonly times: number[];
}

export function naivePlan(rows: Export, rules: NaiveRules): NaivePlan {
  const planned = Object.fromEntries(kindsInOrder.map((kind) => [kind, []])) as never;
  const made = Object.fromEntries(kindsInOrder.map((kind) => [kind, new Map()])) as never;
  const reading: Reading = { planned, rejects: [], roots: new Map(), rules, made };
  const merged = Object.fromEntries(kindsInOrder.map((kind) => [kind, 0])) as Record<Kind, number>;
  let fromOutside = 0;
  for (const kind of kindsInOrder) {
    const passed: NaiveRecord[] = [];
    for (const record of recordsOf(kind, rows, reading)) {
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
  }
  for (const kind of kindsInOrder) reading.planned[kind].push(...madeRecords(kind, reading));
  return { planned: reading.planned, rejects: reading.rejects, merged, fromOutside };
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
  const { rules, made, planned } = reading;
  for (const [to, id] of needsOf(kind, row))
    if (makes(to, rules) && !exists(to, id, reading))
      made[to].set(id as string, { ids: { [to === 'users' ? 'uid' : 'guid']: id }, times: [] });
  const isToGroup = kind === 'messages' && row['receiverType'] === 'group';
  const guid = isToGroup ? row['receiver'] : row['guid'];
  const uid = isToGroup ? row['sender'] : row['uid'];
  const { membersPerGroup = Infinity, groupsPerUser = Infinity } = rules.limits ?? {};
  const all = [...planned.members.map((member) => member.row), ...idsOf(made.members)];
  const hasRoom =
    all.filter((member) => member['guid'] === guid).length < membersPerGroup &&
    all.filter((member) => member['uid'] === uid).length < groupsPerUser;
  const member = `${String(guid)}_member_${String(uid)}`;
  if (rules.senderNotMember === 'add' && isToGroup && hasRoom && isFromOutside(row, reading))
    made.members.set(member, { ids: { memberId: member, guid, uid }, times: [] });
  const time = row[isToGroup ? 'sentAt' : 'joinedAt'] as number | undefined;
  if (time === undefined) return;
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

function exists(kind: Kind, id: unknown, { planned, made }: Reading): boolean {
  return planned[kind].some((record) => record.id === id) || made[kind].has(id as string);
}

/** The records without a row, in order of id. A membership begins with the first message, as soon as user and group are there. */
function madeRecords(kind: Kind, { made, planned }: Reading): NaiveRecord[] {
  const createdAt = (to: Kind, id: unknown): number =>
    Number(planned[to].find((record) => record.id === id)?.row['createdAt'] ?? 0);
  const tags = ['chatferry-placeholder'];
  return [...made[kind]]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([id, { ids, times }]) => {
      const first = times.length === 0 ? undefined : Math.min(...times);
      const row: Row =
        kind === 'users'
          ? { name: `Missing user ${id}`, tags, ...ids }
          : kind === 'groups'
            ? { name: id, type: 'private', tags, ...ids, createdAt: first }
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
  return records.filter((record) => {
    const code = wrongInItself(kind, record.row);
    if (code !== undefined) reject(reading, kind, record, code);
    return code === undefined;
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

/** The references of a record: the kind and the id. */
function needsOf(kind: Kind, row: Row): (readonly [Kind, unknown])[] {
  const users = (...fields: string[]): (readonly [Kind, unknown])[] =>
    fields.filter((field) => row[field] !== undefined).map((field) => ['users', row[field]]);
  if (kind === 'groups') return users('owner');
  if (kind === 'members') return [['groups', row['guid']], ...users('uid')];
  if (kind === 'friends') return users('uid', 'friend');
  if (kind === 'blocks') return users('uid', 'blocked');
  if (kind !== 'messages') return [];
  return row['receiverType'] === 'group'
    ? [['groups', row['receiver']], ...users('sender')]
    : users('sender', 'receiver');
}

function problemsOf(kind: Kind, record: NaiveRecord, reading: Reading): [string, string?][] {
  const { planned, roots, rules } = reading;
  const problems: [string, string?][] = [];
  if (`{"${kind}":{}}`.length + entryBytes(kind, record) > rules.maxRequestBytes)
    problems.push(['record-too-large']);
  let isEarly = false;
  for (const [to, id] of needsOf(kind, record.row)) {
    const found = planned[to].find((other) => other.id === id);
    const key = `${to}:${String(id)}`;
    if (found === undefined && !makes(to, rules))
      problems.push([to === 'users' ? 'missing-user' : 'missing-group', roots.get(key) ?? key]);
    else if (kind === 'members' && Number(record.row['joinedAt']) < Number(found?.row['createdAt']))
      isEarly = true;
  }
  if (isEarly) problems.push(['joined-too-early']);
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
  // A missing group has no members.
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
