import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { postgresRows } from '../../fleet/test/support/test-postgres.ts';
import { writeForum } from './support/forum.ts';
import { startRig } from './support/rig.ts';
import { endPostgres, postgresDatabase, type TestDatabase } from './support/test-databases.ts';

afterAll(endPostgres);

const words = 'Dear Ann, this is private';
const messages = { operation: 'dataImport.messages' } as const;

/** All that is in the tables, as one text. */
async function dumpOf(database: TestDatabase): Promise<string> {
  const tables = await postgresRows(
    database.address,
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'chatferry'",
  );
  const rows = tables.map(({ name }) =>
    postgresRows(
      database.address,
      `SELECT to_json(t)::text AS row FROM chatferry.${String(name)} t`,
    ),
  );
  return JSON.stringify(await Promise.all(rows));
}

test.each([
  [['--codes-only'], false],
  [[], true],
])(
  'a run with %j has words of the service in database, log and output: %j',
  async (option, has) => {
    await using database = await postgresDatabase();
    await using rig = await startRig({
      faults: [
        {
          ...messages,
          fault: 'status-before',
          status: 503,
          message: words,
          when: { from: 1, to: 1 },
        },
        {
          ...messages,
          fault: 'status-before',
          status: 400,
          code: 'ERR_BAD',
          message: words,
          when: { from: 2, to: 12 },
        },
        {
          ...messages,
          fault: 'status-before',
          status: 401,
          code: 'AUTH_ERR_APIKEY_NOT_FOUND',
          message: words,
          when: { from: 20, to: 99 },
        },
      ],
    });
    const env = { CHATFERRY_STORE: database.address };
    const store = '--store=${CHATFERRY_STORE}';
    await rig.cli(['store', 'migrate', store], { env });
    await rig.cli(['plan', writeForum(rig), '--records-per-request=2']);

    const run = await rig.cli(['run', store, ...option, '--json', ...rig.target], { env });

    const log = readdirSync(rig.job).filter((name) => name === 'run.log');
    const files = log.map((name) => readFileSync(path.join(rig.job, name), 'utf8')).join('');
    const all = { out: run.out, err: run.err, dump: await dumpOf(database) };
    expect(run.status).toBe(3);
    expect(files).not.toContain(words);
    expect(files).toContain('ERR_EXCEPTION');
    expect(Object.values(all).some((text) => text.includes(words))).toBe(has);
    expect(all.dump.includes(words)).toBe(has);
    for (const code of ['ERR_BAD', 'AUTH_ERR_APIKEY_NOT_FOUND']) expect(all.dump).toContain(code);
    expect(JSON.parse(run.out.split('\n').at(-1)!)).toMatchObject({
      reason: { code: 'key-refused', serviceCode: 'AUTH_ERR_APIKEY_NOT_FOUND' },
    });
  },
);
