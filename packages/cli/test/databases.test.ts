import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { JobError } from '@chatferry/job/planned';
import { planFiles } from '@chatferry/job';
import { entryOf, openPlan } from '@chatferry/planner';
import { createConnection } from 'mysql2/promise';
import { Client } from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { recordsOfRows } from './support/records-of-rows.ts';
import { type Rig, startRig } from './support/rig.ts';
import {
  busyQueries,
  endPostgres,
  mysqlDatabase,
  mysqlServer,
  postgresDatabase,
  postgresDatabaseOn,
  sqliteDatabase,
  startPostgres,
  type TestDatabase,
} from './support/test-databases.ts';

afterAll(endPostgres);

const servers = [
  { server: 'postgres', title: 'PostgreSQL', open: postgresDatabase },
  { server: 'mysql', title: 'MariaDB', open: mysqlDatabase },
  {
    server: 'sqlite',
    title: 'SQLite',
    open: async (rig: Rig) => sqliteDatabase(path.join(rig.folder, 'legacy.db')),
  },
] as const;

const usable = servers.filter(({ server }) => server !== 'mysql' || mysqlServer !== undefined);

const PEOPLE = `
  CREATE TABLE people (id bigint PRIMARY KEY, name varchar(100));
  CREATE TABLE posts (id bigint PRIMARY KEY, author bigint, target bigint, sent bigint, body text);
`;

/** @param ids of posts, in the order in which they are inserted */
function rowsSql(ids: readonly number[]): string {
  const posts = ids.map((id) => `(${id}, 1, 2, ${1_790_000_000 + (id % 3)}, 'Message ${id}')`);
  return `INSERT INTO people VALUES (1, 'Ann'), (2, 'Bob');
    INSERT INTO posts VALUES ${posts.join(', ')};`;
}

const kinds = {
  users: { query: 'SELECT id, name FROM people', columns: { id: 'uid' } },
  messages: {
    query: 'SELECT * FROM posts',
    columns: { id: 'muid', author: 'sender', target: 'receiver', sent: 'sentAt', body: 'text' },
    constants: { receiverType: 'user' },
  },
};

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

/** Writes a configuration. @returns the arguments and the environment of a command that reads the database */
function configured(
  rig: Rig,
  server: (typeof servers)[number]['server'],
  address: string,
  declared: object = kinds,
): { readonly config: string; readonly env: Record<string, string> } {
  const where = server === 'sqlite' ? address : '${LEGACY_DATABASE_URL}';
  const sources = [{ [server]: where, kinds: declared }];
  const file = rig.write('chatferry.yaml', JSON.stringify({ retentionMonths: 'none', sources }));
  return { config: `--config=${file}`, env: { LEGACY_DATABASE_URL: address } };
}

/** Types whose order does not tell `x` and `X` apart. */
const ignoringCase = {
  postgres: 'citext',
  mysql: 'varchar(50) COLLATE utf8mb4_general_ci',
  sqlite: 'text COLLATE NOCASE',
} as const;

async function planId(job: string, server: string, database: TestDatabase): Promise<string> {
  const databases = [{ [server]: database.address, kinds }];
  const { contentHash } = await planFiles([], { job, databases, retentionMonths: 'none' });
  return contentHash;
}

function withPassword(address: string): string {
  const url = new URL(address);
  if (url.password === '') url.password = 'pass-that-no-file-has';
  return url.href;
}

describe.each(usable)('$title', ({ server, open }) => {
  test('is planned, sent and verified; the password is in no file and no line', async () => {
    await using rig = await startRig();
    await using database = await open(rig);
    await database.exec(PEOPLE + rowsSql(upTo(2500)));
    const address = server === 'postgres' ? withPassword(database.address) : database.address;
    const { config, env } = configured(rig, server, address);

    const imported = await rig.cli(['import', config, ...rig.target], { env });
    expect(imported).toMatchObject({ status: 0 });
    // Nothing is read from the database any more.
    await database.exec('DELETE FROM posts');
    const again = await rig.cli(['import', config, ...rig.target], { env });
    const verified = await rig.cli(['verify', config, ...rig.target], { env });

    expect([again.status, verified.status]).toEqual([0, 0]);
    const files = readdirSync(rig.job, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'latin1'));
    const everything = [
      ...files,
      ...[imported, again, verified].map((each) => each.out + each.err),
    ];
    const secrets = server === 'sqlite' ? [] : [new URL(address).password, new URL(address).host];
    const shown = secrets.filter(
      (secret) => secret !== '' && everything.some((text) => text.includes(secret)),
    );
    expect(shown).toEqual([]);
  });

  test('the same rows in another order make the same plan; rows with the same key are sorted', async () => {
    await using rig = await startRig();
    await using one = await open(rig);
    await one.exec(PEOPLE + rowsSql(upTo(3000)));
    const id = await planId(path.join(rig.folder, 'one'), server, one);
    await one.exec(
      `DROP TABLE people; DROP TABLE posts; ${PEOPLE.replaceAll('PRIMARY KEY', 'NOT NULL')}
      ${rowsSql(upTo(3000).toReversed())}`,
    );

    expect(await planId(path.join(rig.folder, 'other'), server, one)).toBe(id);
    await one.exec(rowsSql([]).split('INSERT INTO posts')[0]!); // each person twice
    expect(await planId(path.join(rig.folder, 'twice'), server, one)).toBe(id);
  });

  test('messages of one second are in the order of its fractions, then of the key', async () => {
    await using rig = await startRig();
    await using database = await open(rig);
    const times = ['.3', '.1', '', '.200001', '.2', '.1'].map(
      (part) => `2026-09-01T10:00:00${part}Z`,
    );
    await database.exec(`${PEOPLE.replace('sent bigint', 'sent varchar(40)')}
      INSERT INTO people VALUES (1, 'Ann'), (2, 'Bob');
      INSERT INTO posts VALUES ${times.map((time, id) => `(${id}, 1, 2, '${time}', 'Hi')`).join(', ')}`);
    const { config, env } = configured(rig, server, database.address);
    await rig.cli(['plan', config], { env });

    using plan = openPlan(path.join(rig.job, 'plan.sqlite'));
    const ids = Array.from({ length: plan.lanes }, (_, lane) => [...plan.batches('messages', lane)])
      .flat()
      .flatMap((batch) => batch.origins.map((_, index) => entryOf(batch, index).id));
    expect(ids).toEqual(['2', '1', '5', '4', '3', '0']);
  });

  test('the same rows in another order make the same plan where the key ignores case and accents', async () => {
    await using rig = await startRig();
    await using database = await open(rig);
    const names = ['x', 'X', 'é', 'E', 'e'].map((name, index) => `('${name}', 'Person ${index}')`);
    const users = { query: 'SELECT * FROM people', columns: { id: 'uid' } };
    const planned = async (rows: readonly string[], job: string): Promise<string> => {
      await database.exec(`CREATE TABLE people (id ${ignoringCase[server]} NOT NULL, name varchar(100));
        INSERT INTO people VALUES ${rows.join(', ')}`);
      const databases = [{ [server]: database.address, kinds: { users } }];
      const { contentHash } = await planFiles([], {
        job: path.join(rig.folder, job),
        databases,
        ids: 'hash',
        retentionMonths: 'none',
      });
      return contentHash;
    };
    if (server === 'postgres') await database.exec('CREATE EXTENSION citext');

    const id = await planned(names, 'one');
    await database.exec('DROP TABLE people');

    expect(await planned(names.toReversed(), 'other')).toBe(id);
  });

  test('the place of a problem is the key, and the row is kept', async () => {
    await using rig = await startRig();
    await using database = await open(rig);
    await database.exec(`${PEOPLE}${rowsSql([4711])}
      CREATE TABLE rooms (code varchar(20) PRIMARY KEY);
      INSERT INTO rooms VALUES ('a'), ('b c');
      INSERT INTO posts VALUES (4712, 1, 2, NULL, 'No time')`);
    const rooms = { query: 'SELECT code AS guid, code AS name, 1 AS type FROM rooms' };
    const { config, env } = configured(rig, server, database.address, { ...kinds, groups: rooms });
    const { status } = await rig.cli(['plan', config], { env });

    const rejects = rig
      .inJob('rejects.jsonl')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(status).toBe(1);
    expect(rejects.map(({ file, line }) => `${String(file)}:${String(line)}`)).toEqual([
      `${server} groups row:1`,
      `${server} groups row:2`,
      `${server} messages id:4712`,
    ]);
    expect(JSON.parse(rejects[2]!['row'] as string)).toEqual({
      id: 4712,
      author: 1,
      target: 2,
      sent: null,
      body: 'No time',
    });
  });

  test.each([
    [{ users: { query: 'SELECT nothing FROM people' } }, /query of users .* fails: /],
    [{ users: { query: 'SELECT name FROM people' } }, /does not return the columns of the ids/],
    [{ users: { ...kinds.users, key: 'number' } }, /column number, which key names/],
    [{ users: { query: 'DELETE FROM people' } }, /fails/],
    [
      { users: { ...kinds.users, columns: { id: 'uid', nick: 'avatar' } } },
      /users\.columns.*nick/s,
    ],
  ])('%j is refused before a row is read', async (declared, message) => {
    await using rig = await startRig();
    await using database = await open(rig);
    await database.exec(PEOPLE + rowsSql([1]));
    const { config, env } = configured(rig, server, database.address, declared);
    const { status, err } = await rig.cli(['plan', config], { env });

    expect({ status, err }).toEqual({ status: 2, err: expect.stringMatching(message) as string });
    expect(rig.hasInJob('plan.sqlite')).toBe(false);
  });

  test('a query is one statement, and cannot write', async () => {
    await using rig = await startRig();
    await using database = await open(rig);
    await database.exec(PEOPLE + rowsSql([1]));
    const planned = async (query: string): Promise<number | null> => {
      const address =
        server === 'mysql' ? `${database.address}?multipleStatements=true` : database.address;
      const users = { query, key: 'uid' };
      const { config, env } = configured(rig, server, address, { users });
      const { status, err } = await rig.cli(['plan', config], { env });
      expect(err).not.toMatch(/undefined|inside chatferry/);
      return status;
    };
    const row = "SELECT 'u1' AS uid, 'One' AS name";
    const attacks = [
      `${row}) q; COMMIT; DELETE FROM posts; SELECT * FROM (${row}`,
      `${row}) q; DELETE FROM posts; --`,
      `${row}; DELETE FROM posts`,
      `${row}) q LIMIT 0; COMMIT; DELETE FROM posts; SELECT * FROM (${row}`,
      'DELETE FROM posts RETURNING id AS uid',
    ];

    for (const attack of attacks) expect([attack, await planned(attack)]).toEqual([attack, 2]);
    expect(await planned(`${row} FROM posts; `)).toBe(0);
  });
});

/** A function of the server that deletes rows. */
const WIPE = {
  postgres: `CREATE FUNCTION wipe() RETURNS text LANGUAGE sql AS 'DELETE FROM posts; SELECT ''u1'''`,
  mysql: `CREATE FUNCTION wipe() RETURNS varchar(9) MODIFIES SQL DATA BEGIN DELETE FROM posts; RETURN 'u1'; END`,
} as const;

const SLOW = {
  postgres: "SELECT 'u1' AS uid, pg_sleep(600)::text AS name",
  mysql: "SELECT 'u1' AS uid, sleep(600) AS name",
} as const;

describe.each(usable.filter(({ server }) => server !== 'sqlite'))('$title', ({ server, open }) => {
  test('a function that a query calls cannot write either', async () => {
    await using rig = await startRig();
    await using database = await open(rig);
    await database.exec(PEOPLE + rowsSql([1]));
    await database.exec(WIPE[server as keyof typeof WIPE]);
    const users = { query: "SELECT wipe() AS uid, 'One' AS name", key: 'uid' };
    const { config, env } = configured(rig, server, database.address, { users });

    const { status, err } = await rig.cli(['plan', config], { env });

    expect({ status, err }).toEqual({
      status: 2,
      err: expect.stringMatching(/read.only/i) as string,
    });
  });

  test('Ctrl-C ends the query in the server too', async () => {
    await using rig = await startRig();
    await using database = await open(rig);
    const driver = server as 'postgres' | 'mysql';
    const users = { query: SLOW[driver], key: 'uid' };
    const { config, env } = configured(rig, driver, database.address, { users });
    const busy = (): Promise<number> =>
      busyQueries(driver, database.address, '%sleep(600)%ORDER BY');
    using planning = rig.spawn(['plan', config], env);
    await expect.poll(busy, { timeout: 20_000 }).toBe(1);

    planning.child.kill('SIGINT');

    const { status, err } = await planning.ended();
    expect({ status, err }).toMatchObject({ status: 130 });
    await expect.poll(busy).toBe(0);
  });

  test('Ctrl-C ends the waiting for a table that is locked', async () => {
    await using rig = await startRig();
    await using database = await open(rig);
    await database.exec(PEOPLE + rowsSql([1]));
    await using _ = await lockedTable(server as 'postgres' | 'mysql', database.address);
    const { config, env } = configured(rig, server, database.address);
    using planning = rig.spawn(['plan', config], env);
    const busy = (): Promise<number> =>
      busyQueries(server as 'postgres' | 'mysql', database.address, 'FROM people');
    await expect.poll(busy, { timeout: 20_000 }).toBeGreaterThan(0);

    planning.child.kill('SIGTERM');

    expect((await planning.ended()).status).toBe(130);
  });
});

describe('PostgreSQL', () => {
  test('values keep their types and digits', async () => {
    await using rig = await startRig();
    await using database = await postgresDatabase();
    await database.exec(`CREATE TABLE u (
        id bigint PRIMARY KEY, name text, at timestamptz, gone timestamp, tags text[], meta jsonb, amount numeric, list int[][]
      );
      INSERT INTO u VALUES
        (9223372036854775807, 'Bö "b" \\ 🚢', '2023-11-14 23:13:20.9+01', '2023-11-14 23:13:20', '{a,"b, c"}',
          '{"n": 12345678901234567890.25, "deep": [null, true]}', 0.1234567890123456789, '{{1,2},{3,4}}'),
        (1, '', NULL, NULL, NULL, NULL, 'NaN', NULL)`);
    const { config, env } = configured(rig, 'postgres', database.address, {
      users: {
        query:
          "SELECT id, coalesce(nullif(name, ''), 'none') AS name, at, gone, tags, meta, amount, list FROM u",
        columns: {
          id: 'uid',
          at: 'createdAt',
          gone: 'lastActiveAt',
          meta: 'metadata',
          amount: 'metadata.amount',
          list: 'metadata.list',
        },
        zone: 'Europe/Berlin',
      },
    });
    expect(await rig.cli(['plan', config], { env })).toMatchObject({ status: 0 });

    using plan = openPlan(path.join(rig.job, 'plan.sqlite'));
    const [batch] = plan.batches('users', 0);
    expect(
      recordsOfRows(plan, 'users').toSorted((one) => (one['uid'] === '1' ? -1 : 1)),
    ).toMatchObject([
      { uid: '1', name: 'none', metadata: { amount: 'NaN' } },
      {
        uid: '9223372036854775807',
        name: 'Bö "b" \\ 🚢',
        createdAt: 1_700_000_000,
        lastActiveAt: 1_700_000_000,
        tags: ['a', 'b, c'],
        metadata: {
          deep: [null, true],
          list: [
            [1, 2],
            [3, 4],
          ],
        },
      },
    ]);
    const body = Buffer.from(batch!.body).toString();
    expect(body).toContain('12345678901234567890.25');
    expect(body).toContain('0.1234567890123456789');
  });

  test('texts of a fixed width have no blanks at their ends', async () => {
    await using rig = await startRig();
    await using database = await postgresDatabase();
    await database.exec(`CREATE DOMAIN code AS char(8);
      CREATE TABLE u (id char(12) PRIMARY KEY, name char(20), status code, tags char(6)[], plain text);
      INSERT INTO u VALUES ('ann', 'Ann  Lee', 'active', '{a,b}', 'x '), ('bob', 'Bob', 'gone', NULL, NULL)`);
    const { config, env } = configured(rig, 'postgres', database.address, {
      users: {
        query: 'SELECT * FROM u',
        columns: { id: 'uid', plain: 'metadata.plain' },
        only: { status: 'active' },
      },
    });
    expect(await rig.cli(['plan', config], { env })).toMatchObject({ status: 0 });

    using plan = openPlan(path.join(rig.job, 'plan.sqlite'));
    expect(recordsOfRows(plan, 'users')).toEqual([
      { uid: 'ann', name: 'Ann  Lee', tags: ['a', 'b'], metadata: { plain: 'x ' } },
    ]);
    expect(plan.summary.filtered).toEqual([
      { kind: 'users', reason: 'status is not active', rows: 1 },
    ]);
  });

  test('bytes and columns of one name are refused with a fix', async () => {
    await using rig = await startRig();
    await using database = await postgresDatabase();
    await database.exec('CREATE TABLE u (id int, photo bytea)');
    const ended = async (query: string): Promise<string> => {
      const users = { query, columns: { id: 'uid' } };
      const { config, env } = configured(rig, 'postgres', database.address, { users });
      return (await rig.cli(['plan', config], { env })).err;
    };

    expect(await ended('SELECT * FROM u')).toContain("encode(photo, 'hex')");
    expect(await ended('SELECT u.id, v.id FROM u, u v')).toContain('returns the column id twice');
  });

  test('all queries see the rows of one moment, and Ctrl-C ends one that waits', async () => {
    await using rig = await startRig();
    await using database = await postgresDatabase();
    await database.exec(PEOPLE + rowsSql(upTo(10)));
    await using holder = await lockHolder(database.address);
    const waiting = { ...kinds.users, query: `SELECT id, name FROM people WHERE ${WAITS}` };
    const databases = [{ postgres: database.address, kinds: { ...kinds, users: waiting } }];
    const planning = planFiles([], { job: rig.job, databases, retentionMonths: 'none' });
    await holder.waited();
    await database.exec(`INSERT INTO posts VALUES (11, 1, 2, 1790000000, 'Later')`);
    await holder.release();
    expect((await planning).kinds.messages?.rows).toBe(10);

    await holder.lock();
    const stop = new AbortController();
    const stopped = planFiles([], {
      job: path.join(rig.folder, 'stopped'),
      databases,
      retentionMonths: 'none',
      signal: stop.signal,
    });
    await holder.waited();
    stop.abort(new Error('stopped by hand'));
    await expect(stopped).rejects.toThrow('stopped by hand');
  });

  test('a server that crashes ends planning with an error; planning again makes the plan of an undisturbed one', async () => {
    await using rig = await startRig();
    await using server = await startPostgres();
    const database = await postgresDatabaseOn(server.address);
    await database.exec(PEOPLE + rowsSql(upTo(6000)));
    await database.exec(`DO $$ BEGIN
      EXECUTE format('ALTER DATABASE %I SET enable_sort = off', current_database());
    END $$`); // Rows come before all of them were found.
    const undisturbed = await planId(path.join(rig.folder, 'undisturbed'), 'postgres', database);

    const holder = await lockHolder(database.address);
    const query = `SELECT * FROM posts WHERE CASE WHEN id = 4500 THEN ${WAITS} ELSE true END`;
    const slow = { ...kinds, messages: { ...kinds.messages, query } };
    const planning = planFiles([], {
      job: rig.job,
      databases: [{ postgres: database.address, kinds: slow }],
      retentionMonths: 'none',
    }).catch((error: unknown) => error as JobError);
    await holder.waited();
    await server.crash();

    const error = (await planning) as JobError;
    expect(error).toMatchObject({ code: 'database-lost' });
    expect(error.message).toMatch(
      /was lost after [234],\d{3} rows of messages\. Nothing was planned\./,
    );
    expect(rig.hasInJob('plan.sqlite')).toBe(false);
    expect(rig.hasInJob('plan.sqlite.building')).toBe(false);
    expect(await planId(rig.job, 'postgres', database)).toBe(undisturbed);
  });

  test.each([
    ['postgres://ann:geheim@127.0.0.1:1/db', 'nothing listens there'],
    ['postgres://ann:geheim@no-host.invalid/db', 'the name of its host is not known'],
    ['ann:geheim@127.0.0.1', 'the value is not an address'],
  ])('%s is not repeated in an error', async (address, reason) => {
    await using rig = await startRig();
    const { config, env } = configured(rig, 'postgres', address);
    const { status, out, err } = await rig.cli(['plan', config], { env });

    expect({ status, err }).toEqual({ status: 2, err: expect.stringContaining(reason) as string });
    expect(out + err).not.toMatch(/geheim|ann|127\.0|no-host/);
  });
});

describe.skipIf(mysqlServer === undefined)('MariaDB', () => {
  test('values keep their types and digits; bytes are refused with a fix', async () => {
    await using rig = await startRig();
    await using database = await mysqlDatabase();
    await database.exec(`CREATE TABLE u (
        id bigint unsigned PRIMARY KEY, name varchar(50), at timestamp NULL, gone datetime, meta json, amount decimal(30,10), photo blob
      );
      SET time_zone = '+01:00';
      SET sql_mode = '';
      INSERT INTO u VALUES
        (18446744073709551615, 'Bö "b" 🚢', '2023-11-14 23:13:20', '2023-11-14 23:13:20', '{"n":12345678901234567890}', 12345678901234567890.25, 'x'),
        (1, 'Zero', NULL, '0000-00-00 00:00:00', NULL, NULL, NULL)`);
    const users = {
      query: 'SELECT id, name, at, gone, meta, amount FROM u',
      columns: {
        id: 'uid',
        at: 'createdAt',
        gone: 'lastActiveAt',
        'meta.n': 'metadata.n',
        amount: 'metadata.amount',
      },
      ignore: ['meta'],
      zone: 'Europe/Berlin',
    };
    const { config, env } = configured(rig, 'mysql', database.address, { users });
    expect(await rig.cli(['plan', config], { env })).toMatchObject({ status: 0 });

    using plan = openPlan(path.join(rig.job, 'plan.sqlite'));
    const bodies = [0, 1].flatMap((lane) => [...plan.batches('users', lane)]);
    const body = bodies.map((batch) => Buffer.from(batch.body).toString()).join('');
    expect(body).toContain(
      '{"name":"Bö \\"b\\" 🚢","uid":"18446744073709551615","createdAt":1700000000,"lastActiveAt":1700000000,"metadata":{"n":12345678901234567890,"amount":12345678901234567890.2500000000}}',
    );
    expect(body).toContain('{"name":"Zero","uid":"1"}');
    const all = configured(rig, 'mysql', database.address, {
      users: { ...users, query: 'SELECT * FROM u' },
    });
    expect((await rig.cli(['plan', all.config], { env })).err).toContain('HEX(photo)');
  });

  test('a connection that is killed ends planning with an error', async () => {
    await using rig = await startRig();
    await using database = await mysqlDatabase();
    await database.exec(PEOPLE + rowsSql(upTo(6000)));
    const client = await createConnection(database.address);
    await client.query("DO get_lock('chatferry', 0)");
    const query =
      "SELECT * FROM posts WHERE CASE WHEN id = 4500 THEN get_lock('chatferry', 600) ELSE 1 END = 1";
    const planning = planFiles([], {
      job: rig.job,
      databases: [
        { mysql: database.address, kinds: { ...kinds, messages: { ...kinds.messages, query } } },
      ],
      retentionMonths: 'none',
    }).catch((error: unknown) => error as JobError);
    const waiting =
      "SELECT id FROM information_schema.processlist WHERE db = database() AND state = 'User lock'";
    let found: { id: number }[] = [];
    while (found.length === 0)
      [found] = (await client.query(waiting)) as never as [{ id: number }[]];
    await client.query(`KILL ${found[0]!.id}`);

    const error = (await planning) as JobError;
    expect(error).toMatchObject({ code: 'database-lost' });
    expect(error.message).toMatch(
      /was lost after [1234],\d{3} rows of messages\. Nothing was planned\./,
    );
    expect(rig.hasInJob('plan.sqlite')).toBe(false);
    await client.end();
  });
});

describe('SQLite', () => {
  test('a damaged file is not blamed on the query', async () => {
    await using rig = await startRig();
    const file = path.join(rig.folder, 'legacy.db');
    await using database = sqliteDatabase(file);
    await database.exec(PEOPLE + rowsSql(upTo(2500)));
    const pages = readFileSync(file);
    pages.fill(0xff, 4 * 4096); // all but the schema and the roots of the tables
    writeFileSync(file, pages);
    const { config, env } = configured(rig, 'sqlite', file);
    const { status, err } = await rig.cli(['plan', config], { env });

    expect({ status, err }).toEqual({
      status: 2,
      err: expect.stringContaining('The file is damaged: use a backup') as string,
    });
    expect(err).not.toContain('Correct the query');
  });

  test('columns of one name are refused', async () => {
    await using rig = await startRig();
    await using database = sqliteDatabase(path.join(rig.folder, 'legacy.db'));
    await database.exec('CREATE TABLE u (id, name)');
    const users = { query: 'SELECT u.id AS uid, v.id AS uid, u.name FROM u, u v' };
    const { config, env } = configured(rig, 'sqlite', database.address, { users });

    expect((await rig.cli(['plan', config], { env })).err).toContain(
      'returns the column uid twice',
    );
  });

  test('an infinite number is kept as a text', async () => {
    await using rig = await startRig();
    await using database = sqliteDatabase(path.join(rig.folder, 'legacy.db'));
    await database.exec(
      "CREATE TABLE u (id, name, rate REAL); INSERT INTO u VALUES ('a', 'A', 9e999), ('b', 'B', -9e999)",
    );
    const users = { query: 'SELECT * FROM u', columns: { id: 'uid', rate: 'metadata.rate' } };
    const { config, env } = configured(rig, 'sqlite', database.address, { users });
    expect(await rig.cli(['plan', config], { env })).toMatchObject({ status: 0 });

    using plan = openPlan(path.join(rig.job, 'plan.sqlite'));
    expect(recordsOfRows(plan, 'users').map(({ metadata }) => metadata)).toEqual([
      { rate: 'Infinity' },
      { rate: '-Infinity' },
    ]);
  });
});

test('code changes the rows of a database', async () => {
  await using rig = await startRig();
  await using database = sqliteDatabase(path.join(rig.folder, 'legacy.db'));
  await database.exec(PEOPLE + rowsSql([]).split('INSERT INTO posts')[0]!);
  const config = rig.write(
    'chatferry.config.ts',
    `export default {
      sources: [{
        sqlite: ${JSON.stringify(database.address)},
        kinds: {
          users: {
            query: 'SELECT * FROM people',
            key: 'id',
            transform: (row, context) => row.id === 2 ? context.leaveOut('Bob') : { uid: row.id, name: row.name + '!' },
          },
        },
      }],
    };`,
  );
  const { status, err } = await rig.cli(['plan', `--config=${config}`]);

  expect({ status, err }).toMatchObject({ status: 0 });
  using plan = openPlan(path.join(rig.job, 'plan.sqlite'));
  expect(recordsOfRows(plan, 'users')).toEqual([{ uid: '1', name: 'Ann!' }]);
  expect(plan.summary.kinds.users).toMatchObject({ rows: 2, planned: 1, filtered: 1 });
});

test('the rows of a database are mapped as those of all files are, and are not read for files that are named', async () => {
  await using rig = await startRig();
  const file = path.join(rig.folder, 'a.db');
  await using database = sqliteDatabase(file);
  await database.exec(
    "CREATE TABLE p (a, b, c); INSERT INTO p VALUES ('ann', 'Ann', '2020-07-01 10:00')",
  );
  const config = rig.write(
    'chatferry.yaml',
    JSON.stringify({
      zone: 'Asia/Tokyo',
      kinds: { users: { columns: { a: 'uid', b: 'name', c: 'createdAt' } } },
      sources: [{ sqlite: file, kinds: { users: { query: 'SELECT * FROM p', key: 'a' } } }],
    }),
  );
  const users = rig.write('users.csv', 'a,b,c\nbob,Bob,2020-07-01 10:00\ncy,Cy,\n');
  const planned = async (...given: string[]): Promise<unknown> => {
    const { status, err } = await rig.cli(['plan', ...given, `--config=${config}`]);
    expect([status, err.includes('Error')]).toEqual([0, false]);
    using plan = openPlan(path.join(rig.job, 'plan.sqlite'));
    return recordsOfRows(plan, 'users');
  };

  const createdAt = Date.parse('2020-07-01T01:00:00Z') / 1000;
  expect(await planned()).toEqual([{ uid: 'ann', name: 'Ann', createdAt }]);
  expect(await planned(users)).toEqual([
    { uid: 'bob', name: 'Bob', createdAt },
    { uid: 'cy', name: 'Cy' },
  ]);
});

describe('the command line', () => {
  test.each(
    ['postgres', 'postgresql', 'mysql', ' MariaDB'].map((name) => `${name}://ann:geheim@db/x`),
  )('refuses an address and does not repeat it: %s', async (address) => {
    await using rig = await startRig();
    const { status, out, err } = await rig.cli(['plan', address]);

    expect({ status, err }).toEqual({
      status: 2,
      err: expect.stringContaining('not taken from the command line') as string,
    });
    expect(out + err).not.toContain('geheim');
  });

  test.each([
    'postgres://ann:geheim@db/x',
    'postgres://ann:geheim@${HOST}/x',
    '${SCHEME}://ann:geheim@db/x',
  ])('refuses an address in the configuration: %s', async (address) => {
    await using rig = await startRig();
    const sources = [{ postgres: address, kinds }];
    const file = rig.write('chatferry.yaml', JSON.stringify({ sources }));
    const { status, err } = await rig.cli(['plan', `--config=${file}`]);

    expect({ status, err }).toEqual({
      status: 2,
      err: expect.stringContaining(
        'has to be a reference such as ${LEGACY_DATABASE_URL}',
      ) as string,
    });
    expect(err).not.toContain('geheim');
  });
});

/** A condition that holds, and that waits while a `LockHolder` has the lock. */
const WAITS = '(SELECT pg_advisory_xact_lock_shared(4711)) IS NOT NULL';

/** Locks the table `people`, also for readers. */
async function lockedTable(
  server: 'postgres' | 'mysql',
  address: string,
): Promise<AsyncDisposable> {
  if (server === 'mysql') {
    const connection = await createConnection(address);
    await connection.query('LOCK TABLES people WRITE');
    return { [Symbol.asyncDispose]: () => connection.end() };
  }
  const client = new Client(address);
  await client.connect();
  await client.query('BEGIN; LOCK TABLE people');
  return { [Symbol.asyncDispose]: () => client.end() };
}

interface LockHolder extends AsyncDisposable {
  readonly lock: () => Promise<void>;
  readonly release: () => Promise<void>;
  /** Resolves once a query waits for the lock. */
  readonly waited: () => Promise<void>;
}

/** Holds the lock from the beginning. */
async function lockHolder(address: string): Promise<LockHolder> {
  const client = new Client(address);
  client.on('error', () => {}); // The server may crash.
  await client.connect();
  const lock = async (): Promise<void> =>
    void (await client.query('SELECT pg_advisory_lock(4711)'));
  await lock();
  return {
    lock,
    release: async () => void (await client.query('SELECT pg_advisory_unlock(4711)')),
    waited: async () => {
      const waiting = `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
      while ((await client.query(waiting)).rowCount === 0)
        await new Promise((resolve) => setTimeout(resolve, 10));
    },
    [Symbol.asyncDispose]: () => client.end().catch(() => {}),
  };
}
