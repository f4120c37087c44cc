import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Clock, systemClock } from '@chatferry/client';
import { jobStatus } from '@chatferry/job';
import { databaseInput } from '@chatferry/job/planning';
import { expect, test } from 'vitest';
import { openState } from '../src/state/follow-state.ts';
import { postgresForum, postgresServer } from './support/forum.ts';
import { type FollowRig, startFollowRig } from './support/follow-rig.ts';

const PEOPLE = "INSERT INTO people VALUES ('ann', 'Ann', NULL), ('bob', 'Bob', NULL)";

/** A clock that is ahead of the one of the system. */
const ahead = (ms: number): Clock => ({
  now: () => systemClock.now() + ms,
  monotonicMs: () => systemClock.monotonicMs() + ms,
  sleep: (waitMs, signal) => systemClock.sleep(waitMs, signal),
});

function longTransaction({ job }: FollowRig) {
  return jobStatus(job).follow?.longTransaction;
}

test.runIf(postgresServer !== undefined)(
  'status names the oldest transaction that has written something, until it ends; also where the user may only read',
  async () => {
    await using rig = await startFollowRig(postgresForum);
    await rig.forum.exec(PEOPLE);
    const reader = `reader_${process.pid}`;
    await rig.forum.exec(
      `CREATE ROLE ${reader} LOGIN; GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${reader}`,
    );
    const { source } = rig.forum;
    if (source.postgres === undefined) throw new TypeError('The forum is not in PostgreSQL.');
    const address = new URL(source.postgres);
    address.username = reader;
    await rig.sendBulk();
    const sources = {
      ...rig.options().sources,
      databases: [databaseInput({ ...source, postgres: address.href })],
    };
    const begunAt = Date.now();
    await rig.follow({ sources });
    const client = await rig.forum.connect!();
    await client.query("BEGIN; UPDATE people SET name = 'Anna' WHERE id = 'ann'");

    await rig.follow({ sources });
    const young = longTransaction(rig);
    await rig.follow({ sources, clock: ahead(120_000) });
    const long = longTransaction(rig);
    await client.query('COMMIT');
    await client.end();
    await rig.follow({ sources, clock: ahead(240_000) });
    const ended = longTransaction(rig);
    await rig.forum.exec(`DROP OWNED BY ${reader}; DROP ROLE ${reader}`);

    expect([young, ended]).toEqual([undefined, undefined]);
    expect(long?.tables).toEqual(['people']);
    // Since a comparison has first found it.
    expect(long!.since).toBeGreaterThanOrEqual(begunAt);
    expect(long!.since).toBeLessThanOrEqual(Date.now());
    expect(rig.held.users['ann']).toBe('Anna');
  },
);

test.runIf(postgresServer !== undefined)(
  'the server tells a user who may know it since when a transaction is open',
  async () => {
    await using rig = await startFollowRig(postgresForum);
    await rig.forum.exec(PEOPLE);
    await rig.sendBulk();
    await rig.follow();
    const client = await rig.forum.connect!();
    const before = Date.now();
    await client.query("BEGIN; UPDATE people SET name = 'Anna' WHERE id = 'ann'");
    const written = Date.now();
    await setTimeout(1500);

    await rig.follow();
    await client.query('ROLLBACK');
    await client.end();

    using state = openState(path.join(rig.job, 'follow.sqlite'))!;
    const [writer] = state.fact('writers')!;
    expect(writer!.since).toBeGreaterThanOrEqual(before - 100);
    expect(writer!.since).toBeLessThanOrEqual(written + 100);
  },
);
