import type { DatabaseSync, StatementSync } from 'node:sqlite';
import {
  byKind,
  column,
  COLUMNS,
  fractionOf,
  idHash,
  type Kind,
  kinds,
  problem,
  type RecordBlock,
  originOf,
  RecordBlockBuilder,
  type Row,
  wireOf,
} from '@chatferry/contract';
import { idOfEntry } from '../plan/batch.ts';
import type { PlanRules } from '../plan/plan-rules.ts';
import type { ReferenceIndex } from '../references/reference-index.ts';
import type { RowTally } from '../notes/row-tally.ts';
import { HashSet } from '../storage/hash-set.ts';
import type { RecordSpool } from '../spool/record-spool.ts';
import { RecordReader } from '../spool/record-reader.ts';
import { fieldsOf, recordText } from '../spool/wire.ts';

/** Maximum number of pairs kept in memory. */
const REMEMBERED = 10_000;

interface Pair {
  readonly one: string;
  readonly other: string;
}

type OnDirect = (guid: string, one: string, other: string) => void;

/**
 * Turns groups of exactly two people into direct conversations: messages to the group are sent to the other person, and the group and its
 * memberships are not sent. A group stays a group when it has a name, when someone is banned from it, or when a third person owns it.
 */
export class TwoPersonGroups {
  readonly #db: DatabaseSync;
  readonly #referenceIndex: ReferenceIndex;
  readonly #tallies: Readonly<Record<Kind, RowTally>>;
  readonly #select: StatementSync;
  /** Names that count as none; undefined when groups of two stay groups. */
  readonly #emptyNames: ReadonlySet<unknown> | undefined;
  /** Groups with a name. */
  readonly #named = new HashSet();
  readonly #guids = new HashSet();
  readonly #remembered = new Map<string, Pair>();

  constructor(
    work: DatabaseSync,
    referenceIndex: ReferenceIndex,
    tallies: Readonly<Record<Kind, RowTally>>,
    rules: PlanRules,
  ) {
    this.#db = work;
    this.#referenceIndex = referenceIndex;
    this.#tallies = tallies;
    this.#emptyNames = rules.twoPersonGroups === 'direct' ? new Set(rules.groupNames) : undefined;
    work.exec(`
      CREATE TABLE candidates (
        guid   TEXT PRIMARY KEY,
        one    TEXT    NOT NULL,
        other  TEXT,
        banned INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID`);
    this.#select = work.prepare('SELECT one, other FROM direct_conversations WHERE guid = ?');
  }

  /** The number of groups that become conversations. */
  get count(): number {
    return this.#guids.size;
  }

  /** Notes the groups of a block that have a name. A name that equals the id, or the name for groups without one, does not count. */
  noteNames(block: RecordBlock): void {
    if (this.#emptyNames === undefined || !hasMembers(block.kind)) return;
    for (let index = 0; index < block.records; index++) {
      const wire = wireOf(block, index);
      const id = idOfEntry(wire);
      const { name } = fieldsOf(wire);
      if (name !== id && !this.#emptyNames.has(name)) this.#named.add(idHash(id));
    }
  }

  /**
   * Finds the groups of two people, if the rules ask for it.
   *
   * @param spool all memberships of the plan
   * @param onFound called with each such group and its two users
   */
  find(spool: RecordSpool, onFound: OnDirect): void {
    if (this.#emptyNames === undefined) return;
    const insert = this.#db.prepare(`
      INSERT INTO candidates VALUES (?, ?, NULL, ?)
      ON CONFLICT (guid) DO UPDATE SET other = excluded.one, banned = max(banned, excluded.banned)`);
    const reader = new RecordReader(spool);
    for (let slot = 0; slot < spool.records; slot++) {
      const { ordinal, wire } = reader.read(slot);
      if (spool.dropped.has(ordinal)) continue;
      const { guid, uid, isBanned } = fieldsOf(wire) as {
        guid: string;
        uid: string;
        isBanned?: boolean;
      };
      const group = idHash(guid);
      if (this.#referenceIndex.membersOf(group) === 2 && !this.#named.has(group))
        insert.run(guid, uid, isBanned === true ? 1 : 0);
    }
    this.#settle(onFound);
  }

  /**
   * Finds and counts the records of a kind that are not sent because their group became a conversation.
   *
   * @returns undefined when there are none, which is nearly always: then no object is made for each record
   */
  excluded(kind: Kind): ((wire: Uint8Array) => boolean) | undefined {
    if (this.#guids.size === 0 || (!hasMembers(kind) && !isOfGroup[kind])) return undefined;
    const tally = this.#tallies[kind];
    return (wire) => {
      const guid = hasMembers(kind) ? idOfEntry(wire) : (fieldsOf(wire)['guid'] as string);
      if (!this.#guids.has(idHash(guid))) return false;
      tally.merged++;
      return true;
    };
  }

  /** The block, with messages to groups of two addressed to the other person. */
  redirect(block: RecordBlock): RecordBlock {
    if (!this.#concerns(block)) return block;
    const { kind, file, columns } = block;
    const builder = new RecordBlockBuilder(kind, file);
    const parts = new Set(block.parts);
    for (const rejected of block.rejected) builder.reject(rejected);
    for (let index = 0; index < block.records; index++) {
      const at = index * COLUMNS;
      const entry = wireOf(block, index);
      const { line } = originOf(block, index);
      const isAdded = this.#add(builder, line, entry, columns[at + column.group]!);
      for (const { index: of, kind: what, from, to } of block.renamed)
        if (of === index && (isAdded || what !== kind)) builder.rename(what, from, to);
      if (!isAdded) continue;
      builder.addFraction(fractionOf(block, index));
      if (parts.has(index)) builder.continueRow();
      for (const { index: of, problem: warning } of block.warnings)
        if (of === index) builder.warn(warning);
      for (const { index: of, id, field, problem: reason } of block.dropped)
        if (of === index) builder.drop(id, field, reason);
      for (const { index: of, ...derived } of block.derived)
        if (of === index)
          builder.derive({ ...derived, value: this.#toPerson(derived.value as Row) });
    }
    const { filtered, numbersRepeats } = block;
    return {
      ...builder.take(),
      ...(filtered === undefined ? {} : { filtered }),
      ...(numbersRepeats === undefined ? {} : { numbersRepeats }),
    };
  }

  #settle(onFound: OnDirect): void {
    const insert = this.#db.prepare('INSERT INTO direct_conversations VALUES (?, ?, ?)');
    const pairs = this.#db
      .prepare('SELECT * FROM candidates WHERE other IS NOT NULL AND banned = 0')
      .iterate() as Iterable<Pair & { guid: string }>;
    for (const { guid, one, other } of pairs) {
      const owner = this.#referenceIndex.ownerOf(idHash(guid));
      if (owner !== 0 && owner !== idHash(one) && owner !== idHash(other)) continue;
      insert.run(guid, one, other);
      this.#guids.add(idHash(guid));
      onFound(guid, one, other);
    }
  }

  #concerns({ kind, columns, records }: RecordBlock): boolean {
    if (kinds[kind].lanes !== 'conversation' || this.#guids.size === 0) return false;
    for (let at = column.group; at < records * COLUMNS; at += COLUMNS)
      if (columns[at] !== 0 && this.#guids.has(columns[at]!)) return true;
    return false;
  }

  /** @returns false when the sender is not one of the two people: then the message is rejected */
  #add(builder: RecordBlockBuilder, line: number, entry: Uint8Array, group: number): boolean {
    const id = idOfEntry(entry);
    const text = recordText(entry);
    const message = fieldsOf(entry);
    if (group === 0 || !this.#guids.has(group)) {
      builder.add(line, id, message, text);
      return true;
    }
    const guid = message['receiver'] as string;
    const pair = this.#pairOf(guid);
    const { one, other } = pair;
    const { sender } = message;
    if (sender !== one && sender !== other) {
      const detail = `group ${guid} has two members and becomes a conversation of ${one} and ${other}`;
      const notAMember = problem('not-a-member', { field: 'sender', value: sender, detail });
      builder.reject({ line, id, problems: [notAMember], row: text });
      return false;
    }
    const direct = toOther(message, pair);
    builder.add(line, id, direct, JSON.stringify(direct));
    return true;
  }

  /** The reply as which a message may be sent, addressed like the message. */
  #toPerson(reply: Row): Row {
    const { receiverType, receiver } = reply;
    const isDirect = receiverType === 'group' && this.#guids.has(idHash(receiver as string));
    return isDirect ? toOther(reply, this.#pairOf(receiver as string)) : reply;
  }

  #pairOf(guid: string): Pair {
    const known = this.#remembered.get(guid);
    if (known !== undefined) return known;
    const pair = this.#select.get(guid) as unknown as Pair;
    if (this.#remembered.size === REMEMBERED) this.#remembered.clear();
    this.#remembered.set(guid, pair);
    return pair;
  }
}

/** A message to a group of two, addressed to the other person. */
function toOther(message: Row, { one, other }: Pair): Row {
  const { receiverGroupDetails: _group, receiverGroupOwnerDetails: _owner, ...direct } = message;
  return { ...direct, receiverType: 'user', receiver: message['sender'] === one ? other : one };
}

const isOfGroup = byKind((kind) =>
  kinds[kind].references.some(({ field, to }) => to === 'groups' && field === 'guid'),
);

function hasMembers(kind: Kind): boolean {
  return kinds[kind].hasMembers === true;
}
