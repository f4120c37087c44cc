import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type InputKind, inputKinds } from '@chatferry/contract';
import { openPlan } from '@chatferry/planner';
import { afterAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { recordsOfRows } from './support/records-of-rows.ts';
import { startRig } from './support/rig.ts';
import { endPostgres, postgresDatabase, sqliteDatabase } from './support/test-databases.ts';

const page = readFileSync(path.join(import.meta.dirname, '../../../docs/databases.md'), 'utf8');

type Server = 'postgres' | 'sqlite';

/** Each configuration on the page, with the tables and the records that follow it. */
const examples = page.split(/^(?=```yaml$)/m).flatMap((part) => {
  const blocks = [...part.matchAll(/^```(\w+)(?: (\S+))?\n([\s\S]*?)^```/gm)];
  const [first] = blocks;
  if (first?.[1] !== 'yaml') return [];
  const configuration = first[3]!;
  const { sources } = parse(configuration) as { sources: Record<Server, string>[] };
  return [
    {
      title: 'postgres' in sources[0]! ? 'PostgreSQL' : 'SQLite',
      configuration,
      tables: blocks.find(([, language]) => language === 'sql')![3]!,
      results: blocks.flatMap(([, language, name, text]) =>
        language === 'json' ? [[name as InputKind, JSON.parse(text!) as unknown] as const] : [],
      ),
    },
  ];
});

afterAll(endPostgres);

describe('the examples of docs/databases.md', () => {
  test('are found', () => {
    expect(examples.length).toBeGreaterThan(1);
    expect(examples.flatMap(({ results }) => results.map(([kind]) => kind))).not.toContain(
      undefined,
    );
    expect(inputKinds).toEqual(
      expect.arrayContaining(examples.flatMap(({ results }) => results.map(([kind]) => kind))),
    );
  });

  test.each(examples)('$title', async ({ title, configuration, tables, results }) => {
    await using rig = await startRig();
    const file = path.join(rig.folder, 'chat.db');
    await using database = title === 'SQLite' ? sqliteDatabase(file) : await postgresDatabase();
    await database.exec(tables);
    const config = rig.write(
      'chatferry.yaml',
      configuration.replace('sqlite: chat.db', `sqlite: ${file}`),
    );
    const { status, err } = await rig.cli(
      ['plan', `--config=${config}`, '--retention-months=none'],
      {
        env: { LEGACY_DATABASE_URL: database.address },
      },
    );

    expect({ status, err }).toMatchObject({ status: 0 });
    using plan = openPlan(path.join(rig.job, 'plan.sqlite'));
    expect(results.map(([kind]) => recordsOfRows(plan, kind))).toEqual(
      results.map(([, records]) => records),
    );
  });
});
