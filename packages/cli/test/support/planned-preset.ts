import path from 'node:path';
import { counted, type InputKind, kinds, type Row } from '@chatferry/contract';
import { entryOf, openPlan, type Reject } from '@chatferry/planner';
import { expect } from 'vitest';
import { recordsOfRows } from './records-of-rows.ts';
import type { Rig } from './rig.ts';
import {
  mysqlDatabase,
  mysqlServer,
  postgresDatabase,
  sqliteDatabase,
  type TestDatabase,
} from './test-databases.ts';

/** What a plan of a database contains. */
interface Planned {
  /** The records of a kind, by their ids. */
  readonly of: (kind: InputKind) => Row[];
  /** The muids of the messages, in the order in which they are sent. */
  readonly sent: readonly string[];
  readonly filtered: readonly string[];
  /** The id, the code and the value of each. */
  readonly rejects: readonly string[];
}

/**
 * Plans a database with a preset.
 *
 * @param expectedStatus 1 where rows are rejected
 */
export async function planned(
  rig: Rig,
  preset: 'discourse' | 'phpbb',
  server: string,
  address: string,
  expectedStatus = 0,
): Promise<Planned> {
  const where = ['sqlite', 'dump'].includes(server) ? address : '${LEGACY_DATABASE_URL}';
  const prefix = preset === 'phpbb' ? { tablePrefix: 'b_' } : {};
  const sources = [{ [server]: where, preset, ...prefix }];
  const config = rig.write('chatferry.yaml', JSON.stringify({ retentionMonths: 'none', sources }));
  const { status, err } = await rig.cli(['plan', `--config=${config}`], {
    env: { LEGACY_DATABASE_URL: address },
  });
  const rejects = rig.hasInJob('rejects.jsonl') ? rig.inJob('rejects.jsonl') : '';
  expect({ status, err, rejects }).toMatchObject({ status: expectedStatus });
  using plan = openPlan(path.join(rig.job, 'plan.sqlite'));
  const read = ['users', 'groups', 'members', 'messages', 'blocks'] as const;
  const records = new Map(
    read.map((kind) => [kind as InputKind, recordsOfRows(plan, kind).toSorted(byText)]),
  );
  const sent: string[] = [];
  for (let lane = 0; lane < plan.lanes; lane++)
    for (const batch of plan.batches('messages', lane))
      sent.push(...batch.ends.map((_, index) => entryOf(batch, index).id));
  const filtered = plan.summary.filtered.map(
    ({ kind, reason, rows }) => `${counted(rows, ...kinds[kind].nouns)} where ${reason}`,
  );
  return {
    of: (kind) => records.get(kind)!,
    sent,
    filtered: filtered.toSorted(),
    rejects: rejects
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Reject)
      .map(({ id, code, value }) => [id, code, value].join(' ')),
  };
}

function idOf({ memberId, muid, guid, uid }: Row): string {
  return String(memberId ?? muid ?? guid ?? uid);
}

/** By their ids. */
function byText(one: Row, other: Row): number {
  return idOf(one) < idOf(other) ? -1 : 1;
}

/** The statements that would fill a database, as a dump. */
function dumpOf(rig: Rig): TestDatabase {
  const address = rig.write('board.sql', '');
  const exec = async (sql: string): Promise<void> => void rig.write('board.sql', sql);
  return { address, exec, [Symbol.asyncDispose]: async () => {} };
}

/** The databases of phpBB that the tests use. */
export const boards = [
  { title: 'PostgreSQL', server: 'postgres', open: postgresDatabase },
  { title: 'MariaDB', server: 'mysql', open: mysqlDatabase },
  {
    title: 'SQLite',
    server: 'sqlite',
    open: async (rig: Rig) => sqliteDatabase(path.join(rig.folder, 'board.db')),
  },
  { title: 'a dump', server: 'dump', open: async (rig: Rig) => dumpOf(rig) },
].filter(({ server }) => server !== 'mysql' || mysqlServer !== undefined);
