import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { postgresRows } from '../../fleet/test/support/test-postgres.ts';
import { anHourAgo } from './support/forum.ts';
import { type Rig, startRig } from './support/rig.ts';
import { endPostgres, postgresDatabase, type TestDatabase } from './support/test-databases.ts';

afterAll(endPostgres);

/** In every name and text of the export, and in every sentence of the service. No word of chatferry. */
const WORD = 'Zwischenwort';
const MESSAGES = 60;
const inStore = '--store=${CHATFERRY_STORE}';

function writeExport(rig: Rig): string {
  mkdirSync(rig.export);
  const lines = (name: string, rows: readonly object[]): string =>
    rig.write(`export/${name}.ndjson`, rows.map((row) => JSON.stringify(row)).join('\n'));
  const users = ['ada', 'bob', 'cy'];
  lines(
    'users',
    users.map((uid) => ({ uid, name: `${uid} ${WORD}`, metadata: { city: WORD } })),
  );
  lines('groups', [{ guid: 'makers', name: WORD, type: 'public', owner: 'ada' }]);
  lines(
    'messages',
    Array.from({ length: MESSAGES }, (_, index) => ({
      muid: `m${index}`,
      sender: users[index % 3],
      receiver: users[(index + 1) % 3],
      receiverType: 'user',
      text: `${WORD} ${index}`,
      sentAt: anHourAgo + index,
    })),
  );
  return rig.export;
}

/** All rows of all tables, those of the queue too. */
async function dumpOf({ address }: TestDatabase): Promise<string> {
  const tables = await postgresRows(
    address,
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  );
  const rows = tables.map(({ name }) =>
    postgresRows(address, `SELECT to_json(t)::text AS row FROM ${String(name)} t`),
  );
  return JSON.stringify(await Promise.all(rows));
}

test.each([
  ['for people', []],
  ['for machines', ['--json']],
] as const)(
  'with --codes-only neither database nor logs %s of a fleet have a key or words of people',
  async (_, logging) => {
    await using database = await postgresDatabase();
    const fails = { operation: 'dataImport.messages', message: `${WORD} did it` } as const;
    await using rig = await startRig({
      faults: [
        { ...fails, fault: 'status-before', status: 503, when: { from: 1, to: 2 } },
        {
          ...fails,
          fault: 'status-before',
          status: 400,
          code: 'ERR_BAD',
          when: { from: 10, to: 10 },
        },
        { ...fails, fault: 'refuse-records', code: 'ERR_TASTE', when: { from: 14, to: 30 } },
      ],
    });
    const keys = path.join(rig.folder, 'keys');
    mkdirSync(keys);
    rig.write(`keys/${rig.service.appId}`, rig.service.apiKey);
    const env = { CHATFERRY_STORE: database.address, CHATFERRY_API_KEY: '' };
    const printed: string[] = [];
    const cli = async (...args: string[]): Promise<void> => {
      const { status, out, err } = await rig.cli(args, { env });
      printed.push(out, err);
      expect([args[0], status]).toEqual([args[0], 0]);
    };

    await cli('store', 'migrate', inStore);
    await cli('plan', writeExport(rig), '--records-per-request=2');
    await cli('submit', rig.job, inStore, '--codes-only', '--max-failures=none', ...rig.target);
    const cache = `--plan-cache=${path.join(rig.folder, 'plans')}`;
    await cli('worker', inStore, `--keys=${keys}`, cache, '--until-done', ...logging);
    await cli('status', inStore, ...logging);
    const dump = await dumpOf(database);
    await cli('ledger', 'export', inStore);

    const files = readdirSync(rig.job).filter((name) => /^(run\.log|ledger\.)/.test(name));
    const everything = [
      dump,
      ...printed,
      ...files.map((name) => readFileSync(path.join(rig.job, name), 'latin1')),
    ].join('\n');
    expect(files).toContain('ledger.sqlite');
    for (const code of ['ERR_BAD', 'ERR_TASTE']) expect(everything).toContain(code);
    expect(everything).not.toContain(rig.service.apiKey);
    expect(everything).not.toContain(WORD);
  },
);
