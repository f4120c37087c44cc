import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseSync } from 'node:sqlite';
import { type Client, createClient } from '@chatferry/client';
import type { Kind } from '@chatferry/contract';
import { type BulkSize, groups, messages, users } from '../generate/bulk-forum.ts';
import type { Random } from '../generate/random.ts';
import type { ServiceTarget } from '../processes/service-process.ts';
import { type StrangeRelation, strangeRelations } from './strange-relations.ts';

/** A stored record of a stranger, as the service holds it. */
interface Held {
  /** The record of the export with the same id; absent for a record with an id of the stranger. */
  readonly planned?: { readonly kind: Kind; readonly id: string };
  /** Reads the record. */
  readonly sql: string;
  readonly key: readonly string[];
  /** See `StrangeRelation`. */
  readonly about?: string | undefined;
  row: string;
}

/** The columns of a group's row that do not change when other people join. */
const GROUP = 'guid, name, type, password, icon, description, owner, metadata, tags, created_at';

const rowOf = {
  users: 'SELECT * FROM users WHERE uid = ?',
  groups: `SELECT ${GROUP} FROM groups WHERE guid = ?`,
  members: 'SELECT * FROM members WHERE guid = ? AND uid = ?',
  messages: 'SELECT * FROM messages WHERE id = ?',
} as const;

/** Attempts at a request while the service has faults. */
const TRIES = 12;

/** The longest pause of a stranger between two visits. */
const LONGEST_BREAK_MS = 700;

/**
 * People who use an app while a job fills it. Each visit creates a user; then a user, a group or a message under an id that is in the export
 * and was never in the app, or a membership; and a friendship, block, reaction or group description. None of these records belongs to the job, even
 * if a request fails.
 */
export class Strangers {
  readonly #db: DatabaseSync;
  readonly #random: Random;
  readonly #ids: Readonly<Record<'users' | 'groups' | 'messages', readonly string[]>>;
  readonly #relations: readonly StrangeRelation[];
  /** Ids that the app has or had. The job may count them as its own. */
  readonly #known = new Set<string>();
  #held: Held[] = [];
  #visits = 0;

  constructor(db: DatabaseSync, size: BulkSize, random: Random) {
    this.#db = db;
    this.#random = random;
    this.#ids = {
      users: [...users(size)].map(({ uid }) => uid),
      groups: [...groups(size)].map(({ guid }) => guid),
      messages: [...messages(size)].map(({ muid }) => muid),
    };
    this.#relations = strangeRelations(size);
  }

  get count(): number {
    return this.#held.length;
  }

  /** Stores records after random pauses, until the signal is aborted. */
  async visit(target: ServiceTarget, visits: number, signal: AbortSignal): Promise<void> {
    await using client = createClient(target);
    for (let nth = 0; nth < visits; nth++) {
      await sleep(this.#random.between(0, LONGEST_BREAK_MS), undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      await this.#store(client);
    }
  }

  /**
   * Takes the current content of the app as the expected content, after a change by hand. Deleted records and the descriptions of groups are
   * no longer checked: a description is part of its group, and a repair restores the group's planned description.
   */
  takeAsItIs(): void {
    this.#learn();
    for (const held of this.#held) held.row = this.#read(held);
    this.#held = this.#held.filter(
      ({ row, planned }) => row !== NONE && planned?.kind !== 'descriptions',
    );
  }

  /** Records of strangers that have changed. */
  mistakes(): string[] {
    return this.#held.flatMap((held) => {
      const now = this.#read(held);
      const isGoneWithOthers = (): boolean =>
        now === NONE &&
        held.about !== undefined &&
        this.#db.prepare(held.about).get(...held.key) === undefined;
      return now === held.row || isGoneWithOthers()
        ? []
        : [`A stranger's ${held.sql} ${held.key.join(' ')} was ${held.row} and is ${now}`];
    });
  }

  /** The planned records whose ids strangers have used. */
  planned(): readonly NonNullable<Held['planned']>[] {
    return this.#held.flatMap(({ planned }) => planned ?? []);
  }

  async #store(client: Client): Promise<void> {
    const own = `stranger-${this.#visits++}`;
    await this.#try(() => client.call('users.create', { body: { uid: own, name: own } }));
    if (this.#keep('users', [own]) === undefined) return;
    const kind = this.#random.pick(['users', 'users', 'groups', 'messages', 'members'] as const);
    const used = this.#random.pick(['friends', 'blocks', 'reactions', 'descriptions'] as const);
    this.#relate(used);
    if (kind === 'members') return this.#join(client, own);
    const id = this.#freeId(kind);
    if (id === undefined) return;
    await this.#try(() => this.#storeAs(client, kind, id, own));
    const key = this.#keyOf(kind, id, own);
    if (key !== undefined) this.#keep(kind, [key], { kind, id });
  }

  #storeAs(
    client: Client,
    kind: 'users' | 'groups' | 'messages',
    id: string,
    own: string,
  ): Promise<unknown> {
    if (kind === 'users')
      return client.call('users.create', { body: { uid: id, name: `Not planned, ${own}` } });
    if (kind === 'groups')
      return client.call('groups.create', {
        body: { guid: id, name: `Not planned, ${own}`, type: 'public', owner: own },
      });
    return client.call('messages.send', {
      onBehalfOf: own,
      body: {
        muid: id,
        receiver: own === 'stranger-0' ? 'stranger-1' : 'stranger-0',
        receiverType: 'user',
        category: 'message',
        type: 'text',
        data: { text: 'Not planned' },
      },
    });
  }

  async #join(client: Client, own: string): Promise<void> {
    const all = this.#db.prepare('SELECT guid FROM groups ORDER BY guid').all();
    if (all.length === 0) return;
    const guid = this.#random.pick(all)['guid'] as string;
    await this.#try(() =>
      client.call('groups.members.add', { path: { guid }, body: { participants: [own] } }),
    );
    this.#keep('members', [guid, own]);
  }

  /** Stores a relation of this kind that the app never had, if its users, message or group exist. */
  #relate(kind: Kind): void {
    this.#learn();
    const free = this.#relations.filter(
      (each) => each.kind === kind && !this.#known.has(`${kind} ${each.id}`),
    );
    if (free.length === 0) return;
    const { id, key, store, sql, about } = this.#random.pick(free);
    const { changes } = this.#db.prepare(store).run(...key);
    if (changes === 0) return;
    const held: Held = { planned: { kind, id }, sql, key, about, row: '' };
    held.row = this.#read(held);
    this.#held.push(held);
  }

  /** Repeats a request until it succeeds. The answer may be lost after the record was stored, so callers check what is stored. */
  async #try(request: () => Promise<unknown>): Promise<void> {
    for (let nth = 0; nth < TRIES; nth++)
      try {
        await request();
        return;
      } catch {
        // The next attempt may find the record stored already.
      }
  }

  /** The key of the record that the stranger stored; undefined when the record with this id is not the stranger's. */
  #keyOf(kind: 'users' | 'groups' | 'messages', id: string, own: string): string | undefined {
    const sql = {
      users: `SELECT uid AS key FROM users WHERE uid = ? AND name LIKE '%, ' || ?`,
      groups: 'SELECT guid AS key FROM groups WHERE guid = ? AND owner = ?',
      messages: 'SELECT max(id) AS key FROM messages WHERE muid = ? AND sender = ?',
    }[kind];
    const key = this.#db.prepare(sql).get(id, own)?.['key'];
    return key === undefined || key === null ? undefined : String(key);
  }

  #keep(
    table: keyof typeof rowOf,
    key: readonly string[],
    planned?: Held['planned'],
  ): Held | undefined {
    const held: Held = { sql: rowOf[table], key, row: '', ...(planned && { planned }) };
    held.row = this.#read(held);
    if (held.row === NONE) return undefined;
    this.#held.push(held);
    return held;
  }

  #read({ sql, key }: Held): string {
    const row = this.#db.prepare(sql).get(...key);
    return row === undefined ? NONE : JSON.stringify(row);
  }

  #freeId(kind: 'users' | 'groups' | 'messages'): string | undefined {
    this.#learn();
    const free = this.#ids[kind].filter((id) => !this.#known.has(`${kind} ${id}`));
    return free.length === 0 ? undefined : this.#random.pick(free);
  }

  #learn(): void {
    for (const [kind, column] of [
      ['users', 'uid'],
      ['groups', 'guid'],
      ['messages', 'muid'],
    ] as const)
      for (const { id } of this.#db.prepare(`SELECT ${column} AS id FROM ${kind}`).iterate())
        this.#known.add(`${kind} ${id as string}`);
    for (const { kind, id, sql, key } of this.#relations)
      if (this.#db.prepare(sql).get(...key) !== undefined) this.#known.add(`${kind} ${id}`);
  }
}

const NONE = 'gone';
