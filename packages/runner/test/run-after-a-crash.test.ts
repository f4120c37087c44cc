import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { importKinds } from '@chatferry/contract';
import type { FaultRule } from '@chatferry/local-service';
import { expect, test } from 'vitest';
import type { Rate, RunEvent } from '../src/index.ts';
import { type Rig, startRig } from './support/rig.ts';
import { sortedIds, town } from './support/rows.ts';

const people = 12;
const texts = 40;

interface Death {
  readonly rate: Rate;
  /** Which write to the ledger, or which event of the type. */
  readonly nth: number;
  readonly moment: 'before' | 'after' | RunEvent['type'];
}

/** Runs the job in another process until it is killed or done. @returns whether it was killed */
async function runUntilKilled(rig: Rig, { rate, nth, moment }: Death): Promise<boolean> {
  const child = spawn(
    process.execPath,
    [
      '--conditions=@chatferry/source',
      fileURLToPath(new URL('support/run-and-die.ts', import.meta.url)),
      rig.folder,
      rig.service.baseUrl,
      rig.service.apiKey,
      String(rate),
      String(nth),
      moment,
    ],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  );
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  if (signal !== 'SIGKILL' && code !== 0) throw new Error(`the run ended with ${code ?? signal}`);
  return signal === 'SIGKILL';
}

function momentOf(kills: number): 'before' | 'after' {
  return kills % 2 === 0 ? 'before' : 'after';
}

function expectAllThere(rig: Rig): void {
  const rows = town(people, texts);
  expect(rig.held('users').toSorted()).toEqual(sortedIds(rows.users, 'uid'));
  expect(rig.held('messages').toSorted()).toEqual(sortedIds(rows.messages, 'muid'));
  const outOfOrder = rig.service.db
    .prepare(
      `SELECT one.muid FROM messages one JOIN messages other
       ON one.conversation_id = other.conversation_id AND one.id < other.id AND one.sent_at > other.sent_at`,
    )
    .all();
  expect(outOfOrder).toEqual([]);
}

test('killed at each of its ledger writes and started again, a run loses nothing and doubles nothing', async () => {
  await using rig = await startRig(town(people, texts), { recordsPerRequest: 15, lanes: 2 });
  let kills = 0;

  // Each process dies at its second write, so that each write of the whole is the last of some process.
  while (await runUntilKilled(rig, { rate: 60_000, nth: 2, moment: momentOf(kills) })) kills++;
  const { result } = await rig.run();

  expect(kills).toBeGreaterThan(5);
  expectAllThere(rig);
  expect(result?.counts.messages).toMatchObject({ failed: 0, unresolved: 0, pending: 0 });
  const { created, present, presentByThisJob } = result!.counts.messages;
  expect(created + present).toBe(texts);
  // No other process wrote to the app, so every present record was stored by this job.
  expect(presentByThisJob).toBe(present);
});

test('the same with a service that fails every fifth time', async () => {
  const faults: FaultRule[] = [
    { fault: 'status-after', when: { probability: 0.07 }, seed: 1 },
    { fault: 'reset-after', when: { probability: 0.07 }, seed: 2 },
    { fault: 'omit-records', when: { probability: 0.06 }, seed: 3 },
  ];
  await using rig = await startRig(town(people, texts), {
    recordsPerRequest: 15,
    lanes: 2,
    service: { faults },
  });
  let kills = 0;

  while (
    await runUntilKilled(rig, {
      rate: 'unlimited',
      nth: 3 + (kills % 3),
      moment: momentOf(kills),
    })
  )
    kills++;
  const { result } = await rig.run();

  expect(kills).toBeGreaterThan(2);
  expectAllThere(rig);
  expect(result?.counts.messages).toMatchObject({ failed: 0, unresolved: 0, pending: 0 });
});

test('killed before, during and after the preflight, a run checks the app again and counts nothing of its own as older', async () => {
  await using rig = await startRig(town(people, texts), { recordsPerRequest: 15, lanes: 2 });

  for (const moment of [
    'started',
    'preflight-started',
    'preflight-finished',
    'batch-settled',
  ] as const)
    expect(await runUntilKilled(rig, { rate: 60_000, nth: 1, moment })).toBe(true);
  const { result } = await rig.run();

  expectAllThere(rig);
  for (const kind of importKinds) {
    const { present, presentByThisJob, pending } = result!.counts[kind];
    expect({ kind, present, pending }).toEqual({ kind, present: presentByThisJob, pending: 0 });
  }
});

test('killed between one kind and the next, for each of the kinds, a run loses nothing and deactivates last', async () => {
  const rows = town(people, texts);
  const deactivatedAt = Math.floor(Date.now() / 1000) - 60;
  const leaving = rows.users!.map((user, index) =>
    index % 3 === 0 ? { ...user, deactivatedAt } : user,
  );
  await using rig = await startRig(
    { ...rows, users: leaving },
    { recordsPerRequest: 15, lanes: 2 },
  );

  for (let nth = 1; nth <= 4; nth++)
    expect(await runUntilKilled(rig, { rate: 60_000, nth, moment: 'kind-finished' })).toBe(true);
  const { result } = await rig.run();

  expectAllThere(rig);
  const { created, present, presentByThisJob } = result!.counts.deactivations;
  expect(created + present).toBe(people / 3);
  expect(presentByThisJob).toBe(present);
  expect(
    rig.service.db
      .prepare('SELECT count(*) AS held FROM users WHERE deactivated_at IS NOT NULL')
      .get(),
  ).toEqual({ held: people / 3 });
});
