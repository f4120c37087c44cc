import { describe, expect, test } from 'vitest';
import type { DatabaseSource } from '../src/databases/database-options.ts';
import { type FollowedQuery, openFollowed } from '../src/databases/followed-database.ts';
import { addDigests, rangeOfKey, rowDigest } from '../src/databases/row-digest.ts';
import type { DatabaseRow, KeyDigest } from '../src/databases/snapshot.ts';
import {
  mysqlServer as mysql,
  postgresServer as postgres,
  serverDatabase,
} from './support/server-database.ts';

interface TestServer {
  readonly title: string;
  readonly driver: 'postgres' | 'mysql';
  /** Undefined where the environment names no such server: its tests are skipped. */
  readonly address: string | undefined;
  /** A table with keys of several columns, whose values only their bytes tell apart. */
  readonly pairs: string;
  readonly values: string;
}

const servers: readonly TestServer[] = [
  {
    title: 'PostgreSQL',
    driver: 'postgres',
    address: postgres,
    pairs: 'CREATE TABLE pairs (a text, b bigint, n text)',
    values: `CREATE TABLE vals (id timestamp PRIMARY KEY, n numeric, c char(9), j jsonb, t timestamptz, f float8)`,
  },
  {
    title: 'MariaDB',
    driver: 'mysql',
    address: mysql,
    pairs: `CREATE TABLE pairs (a varchar(50) COLLATE utf8mb4_general_ci, b bigint, n text)`,
    values: `CREATE TABLE vals (id datetime(3) PRIMARY KEY, n decimal(20, 4), c char(9), j text CHARACTER SET latin1, t timestamp NULL, f double)`,
  },
];

const KEYS = [
  '-9223372036854775808',
  '-10001',
  '-10000',
  '-9999',
  '-1',
  '0',
  '1',
  '9999',
  '10000',
  // Numbers of which a double is another one, on both sides of the end of a range.
  '1152921504606849999',
  '1152921504606850000',
  '1152921504606850001',
  '9223372036854775807',
];

/** A database with these tables, as a source. */
async function database({ address, driver }: TestServer, tables: string) {
  const made = await serverDatabase(driver, address!);
  await made.exec(tables);
  const of = (query: string, key: string | readonly string[]): DatabaseSource =>
    ({ [driver]: made.address, name: 'test', kinds: { users: { query, key } } }) as never;
  return { of, [Symbol.asyncDispose]: () => made[Symbol.asyncDispose]() };
}

interface Found {
  readonly query: FollowedQuery;
  readonly rows: readonly DatabaseRow[];
  readonly ranges: ReadonlyMap<number, number>;
  readonly keys: ReadonlyMap<string, number>;
}

/** What the server computes, and the rows. @param wanted keys of the rows to read; all without it */
async function found(source: DatabaseSource, wanted?: readonly string[]): Promise<Found> {
  const { signal } = new AbortController();
  await using followed = await openFollowed(source, signal);
  const query = followed.queries[0]!;
  const ranges = await query.ranges();
  const keys: KeyDigest[] = [];
  for await (const some of query.keysIn(ranges.map(({ range }) => range))) keys.push(...some);
  const rows: DatabaseRow[] = [];
  const selected = wanted === undefined ? {} : { keys: wanted };
  followed.select('users', { ...selected, onRow: (row) => rows.push(row) });
  const blocks = followed.database.queries[0]!.blocks({}, {} as never, signal);
  await blocks.next().catch(() => {}); // The rows are judged after they are read.
  await blocks.return?.(undefined).catch(() => {});
  return {
    query,
    rows,
    ranges: new Map(ranges.map(({ range, digest }) => [range, digest])),
    keys: new Map(keys.map(({ key, digest }) => [key, digest])),
  };
}

/** The same, of the rows that were read. */
function computed({ query, rows }: Found): Pick<Found, 'ranges' | 'keys'> {
  const ranges = new Map<number, number>();
  const keys = new Map<string, number>();
  for (const row of rows) {
    const range = rangeOfKey(query, row.key);
    ranges.set(range, addDigests(ranges.get(range) ?? 0, rowDigest(row)));
    keys.set(row.key, addDigests(keys.get(row.key) ?? 0, rowDigest(row)));
  }
  return { ranges, keys };
}

const sorted = <Key, Value>(map: ReadonlyMap<Key, Value>): [Key, Value][] =>
  [...map].toSorted(([one], [other]) => (one < other ? -1 : 1));

function expectSame(one: Found, rows: number): void {
  const own = computed(one);
  expect(one.rows).toHaveLength(rows);
  expect(sorted(one.ranges)).toEqual(sorted(own.ranges));
  expect(sorted(one.keys)).toEqual(sorted(own.keys));
}

describe.each(servers)('$title', (server) => {
  const isThere = server.address !== undefined;
  test.runIf(isThere)(
    'the digests of ranges and keys are those of the rows that are read: keys that are numbers',
    async () => {
      await using db = await database(
        server,
        `CREATE TABLE t (id bigint PRIMARY KEY, name varchar(50));
       INSERT INTO t VALUES ${KEYS.map((key) => `(${key}, 'name of ${key}')`).join(', ')}`,
      );
      const source = db.of('SELECT * FROM t', 'id');

      const all = await found(source);
      const some = await found(source, [KEYS[0]!, KEYS.at(-2)!, '77']);

      expect(all.query.isNumbered).toBe(true);
      expectSame(all, KEYS.length);
      expect(some.rows.map(({ key }) => key)).toEqual([KEYS[0], KEYS.at(-2)]);
      expect(some.rows.map(rowDigest)).toEqual(
        [KEYS[0]!, KEYS.at(-2)!].map((key) => all.keys.get(key)),
      );
    },
  );

  test.runIf(isThere)(
    'and keys of several columns, whose texts a collation may take for the same',
    async () => {
      await using db = await database(
        server,
        `${server.pairs}; INSERT INTO pairs VALUES ('a', 1, 'x'), ('A', 1, 'y'), ('Ä', 1, NULL), ('"', -2, ''), ('', 3, '😀'),
       ('a,b', 4, 'tab\t'), ('a', 1, 'x'), ('a', NULL, 'no key'), ('b', NULL, 'no key')`,
      );
      const source = db.of('SELECT * FROM pairs', ['a', 'b']);

      const all = await found(source);
      const some = await found(source, ['["A","1"]', '["\\"","-2"]']);

      const whole = { ...all, rows: all.rows.filter(({ key }) => !key.includes('null')) };
      expect(all.query.isNumbered).toBe(false);
      expectSame(whole, 7);
      expect(some.rows.map(({ key }) => key).toSorted()).toEqual(['["A","1"]', '["\\"","-2"]']);
    },
  );

  test.runIf(isThere)(
    'and keys that are times, with values of many types; a value that changes changes the digest',
    async () => {
      await using db = await database(
        server,
        `${server.values}; INSERT INTO vals VALUES
       ('2026-01-02 03:04:05.678', 1.50, 'x  ', '{"a":1}', '2026-01-02 03:04:05', 0.1),
       ('2026-01-02 03:04:05.679', NULL, NULL, NULL, NULL, NULL), ('1999-12-31 23:59:59', -0.0001, '', '"x"', NULL, 1e300)`,
      );
      const source = db.of('SELECT * FROM vals', 'id');

      const all = await found(source);
      const other = await found(db.of('SELECT id, n, c, j, t, f * 2 AS f FROM vals', 'id'));
      const some = await found(source, [all.rows[0]!.key]);

      expectSame(all, 3);
      expectSame(other, 3);
      expect(some.rows).toEqual([all.rows[0]]);
      const changed = all.rows.map(({ key }) => all.keys.get(key) !== other.keys.get(key));
      expect(changed.filter(Boolean)).toHaveLength(2);
    },
  );

  test.runIf(isThere)('keys of a type without one text are read, and not computed', async () => {
    await using db = await database(
      server,
      `CREATE TABLE t (id float, n int); INSERT INTO t VALUES (0.1, 1), (2, 2)`,
    );

    const all = await found(db.of('SELECT * FROM t', 'id'));

    expect(all.keys.size).toBe(2);
    expectSame(all, 2);
  });
});
