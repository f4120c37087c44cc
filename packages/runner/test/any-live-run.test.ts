/* oxlint-disable unicorn/consistent-function-scoping, typescript/no-unnecessary-type-assertion, typescript/require-array-sort-compare, typescript/no-base-to-string -- they are read where they are used */
import type { Row } from '@chatferry/contract';
import type { FaultRule } from '@chatferry/local-service';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkLedger, failedRecords, retry, type RunOptions, runStatus } from '../src/index.ts';
import { ManualClock } from './support/manual-clock.ts';
import type { Rows } from './support/make-plan.ts';
import { type Rig, startRig } from './support/rig.ts';
import { lastMonth, messages, users } from './support/rows.ts';

const numRuns = Number(process.env['PROPERTY_RUNS'] ?? 6);

const people = 6;
const texts = 20;

/** Two groups whose owners write elsewhere, conversations of two, replies to every fourth message, and reactions. */
function talkativeTown(): Rows {
  const spoken = messages(texts, people).map((message, index) =>
    index % 2 === 0
      ? { ...message, receiver: `g${(index % 4) / 2 + 1}`, receiverType: 'group' }
      : message,
  );
  const everybody = users(people).map(({ uid }) => uid as string);
  return {
    users: users(people),
    groups: ['u2', 'u6'].map((owner, index) => ({
      guid: `g${index + 1}`,
      name: `Group ${index + 1}`,
      type: 'public',
      owner,
    })),
    members: ['u2', 'u6'].flatMap((owner, index) =>
      everybody
        .filter((uid) => uid !== owner)
        .map((uid, nth) => ({
          guid: `g${index + 1}`,
          uid,
          ...(nth === 0 ? { scope: 'moderator' } : {}),
        })),
    ),
    messages: spoken,
    replies: spoken
      .filter((_, index) => index % 4 === 0)
      .flatMap((parent): Row[] =>
        [1, 2].map((nth) => ({
          ...parent,
          muid: `${String(parent['muid'])}-r${nth}`,
          parentMuid: parent['muid'],
          category: 'message',
          type: 'text',
          data: { text: `Reply ${nth} to ${String(parent['muid'])}` },
          sentAt: lastMonth + 50_000 + nth,
        })),
      ),
    reactions: spoken
      .filter(({ receiverType }, index) => receiverType === 'group' && index % 3 === 0)
      .flatMap(({ muid }) =>
        ['u3', 'u4'].map((uid) => ({ muid, uid, reaction: uid === 'u3' ? '👍' : ':x:' })),
      ),
  };
}

const operations = [
  'dataImport.*',
  'users.create',
  'groups.create',
  'groups.members.add',
  'messages.send',
  'messages.send',
  'messages.thread.send',
  'messages.reactions.add',
  'messages.list',
  'users.messages.list',
  'groups.messages.list',
];

const anyFault: fc.Arbitrary<FaultRule> = fc
  .record({
    rule: fc.oneof(
      fc.record({
        rule: fc.constantFrom<FaultRule>(
          { fault: 'status-before' },
          { fault: 'status-after' },
          { fault: 'html' },
          { fault: 'reset-before' },
          { fault: 'reset-after' },
          { fault: 'cut-off' },
          { fault: 'empty-200' },
          { fault: 'compressed' },
          { fault: 'rate-limit', tells: 'nothing' },
          { fault: 'rate-limit', seconds: 20 },
        ),
        when: fc.constantFrom<FaultRule['when']>(
          { probability: 0.2 },
          { nth: 2 },
          { from: 1, to: 3 },
        ),
      }),
      // Each takes the whole time that the client waits for an answer.
      fc.record({
        rule: fc.constantFrom<FaultRule>(
          { fault: 'silence' },
          { fault: 'silence', stored: true },
          { fault: 'endless' },
        ),
        when: fc.constantFrom<FaultRule['when']>({ nth: 1 }, { nth: 3 }),
      }),
    ),
    operation: fc.constantFrom(...operations),
    seed: fc.nat(1000),
  })
  .map(
    ({ rule: { rule, when }, operation, seed }) =>
      ({ ...rule, when, operation, seed }) as FaultRule,
  );

const scenario = fc.record({
  faults: fc.array(anyFault, { maxLength: 4 }),
  live: fc.subarray(['users', 'groups', 'members', 'messages'] as const),
  endings: fc.array(fc.record({ after: fc.integer({ min: 1, max: 30 }), retries: fc.boolean() }), {
    maxLength: 2,
  }),
  clockMs: fc.constantFrom(0, 0, 3_600_000),
});

function column(rig: Rig, sql: string): string[] {
  return rig.service.db
    .prepare(sql)
    .all()
    .map((row) => Object.values(row).join(' '));
}

/** Each record is in the service once, as planned. */
function expectTown(rig: Rig, rows: Rows, isDated: boolean): void {
  const expected = (sql: string, wanted: readonly string[]): void =>
    expect(column(rig, sql).toSorted()).toEqual(wanted.toSorted());
  expected(
    'SELECT uid, name FROM users',
    rows.users!.map(({ uid, name }) => `${uid as string} ${name as string}`),
  );
  expected(
    'SELECT guid, name, owner FROM groups',
    rows.groups!.map(({ guid, name, owner }) => [guid, name, owner].join(' ')),
  );
  expected(
    'SELECT guid, uid, scope FROM members JOIN groups USING (guid) WHERE uid <> owner',
    rows.members!.map(({ guid, uid, scope = 'participant' }) => [guid, uid, scope].join(' ')),
  );
  const said = (row: Row): string => (row['data'] as Row)['text'] as string;
  expected(
    `SELECT muid, sender, receiver, data ->> 'text' ${isDated ? ', sent_at' : ''} FROM messages
     WHERE parent_id IS NULL AND category <> 'action'`,
    rows.messages!.map((row) =>
      [
        row['muid'],
        row['sender'],
        row['receiver'],
        said(row),
        ...(isDated ? [row['sentAt']] : []),
      ].join(' '),
    ),
  );
  expected(
    `SELECT reply.muid, parent.muid AS parent, reply.sender, reply.data ->> 'text'
     FROM messages reply JOIN messages parent ON parent.id = reply.parent_id`,
    rows.replies!.map((row) =>
      [row['muid'], row['parentMuid'], row['sender'], said(row)].join(' '),
    ),
  );
  expected(
    'SELECT muid, uid, reaction FROM reactions JOIN messages ON messages.id = message_id',
    rows.reactions!.map(({ muid, uid, reaction }) => [muid, uid, reaction].join(' ')),
  );
}

/** Conversations and threads of which the stored order is not the planned one, without what landed late. */
function outOfOrder(rig: Rig, rows: Rows, late: ReadonlySet<string>): unknown[] {
  const planned = [...rows.messages!, ...rows.replies!].map(({ muid }) => muid as string);
  const stored = column(rig, 'SELECT muid FROM messages WHERE muid IS NOT NULL ORDER BY id');
  const placeOf = new Map(stored.map((muid, place) => [muid, place]));
  const conversationOf = (row: Row): string =>
    row['parentMuid'] === undefined
      ? row['receiverType'] === 'group'
        ? String(row['receiver'])
        : [row['sender'], row['receiver']].toSorted().join()
      : `thread ${String(row['parentMuid'])}`;
  const all = [...rows.messages!, ...rows.replies!].filter(({ muid }) => !late.has(muid as string));
  const groups = Map.groupBy(all, conversationOf);
  return [...groups.values()].flatMap((each) => {
    const muids = each.map(({ muid }) => muid as string);
    const inPlan = muids.toSorted((one, other) => planned.indexOf(one) - planned.indexOf(other));
    const inService = muids.toSorted((one, other) => placeOf.get(one)! - placeOf.get(other)!);
    return inPlan.join() === inService.join() ? [] : [{ inPlan, inService }];
  });
}

test('for any routes, faults and endings, everything that is sent live lands once, in order', async () => {
  await fc.assert(
    fc.asyncProperty(scenario, async ({ faults, live, endings, clockMs }) => {
      const rows = talkativeTown();
      const clock = new ManualClock();
      await using rig = await startRig(rows, {
        clock,
        lanes: 3,
        recordsPerRequest: 5,
        answerTimeoutMs: 400,
        service: { now: () => clock.now(), sendsPerMinute: 'unlimited' },
      });
      rig.service.setFaults(faults);
      const options: Partial<RunOptions> = {
        routes: Object.fromEntries(live.map((kind) => [kind, 'chat'])),
        chatRequestsPerMinute: 'unlimited',
        maxFailures: 'none',
        giveUpAfterMs: 600_000,
      };
      /** Records that did not land when it was their turn. */
      const late = new Set<string>();
      const after = (): void => {
        rig.withLedger((ledger) => {
          for (const { id } of failedRecords(ledger)) late.add(id);
        });
        expect(checkLedger(rig.plan.path, rig.ledgerPath)).toEqual([]);
      };
      const retries = (): void => void rig.withLedger((ledger) => retry(ledger, clock.now()));

      for (const ending of endings) {
        const stop = new AbortController();
        let events = 0;
        const onEvent = (): void => {
          if (++events === ending.after) stop.abort();
        };
        await rig.run(options, { stop: { now: stop.signal }, onEvent });
        after();
        if (ending.retries) retries();
        clock.setBy(clockMs);
      }
      await rig.run(options);
      after();
      rig.service.setFaults([]);
      for (let round = 0; round < 3; round++) {
        retries();
        await rig.run(options);
        after();
      }
      const { result } = await rig.run(options);

      expect(result?.reason).toBeUndefined();
      const status = runStatus(rig.plan.path, rig.ledgerPath);
      for (const [kind, planned] of Object.entries(rows)) {
        const { created, present, failed, skipped, unresolved, pending } =
          status.kinds[kind as keyof typeof status.kinds];
        expect({ kind, landed: created + present, failed, skipped, unresolved, pending }).toEqual({
          kind,
          landed: planned.length,
          failed: 0,
          skipped: 0,
          unresolved: 0,
          pending: 0,
        });
      }
      expectTown(rig, rows, !live.includes('messages'));
      expect(outOfOrder(rig, rows, late)).toEqual([]);
    }),
    { numRuns },
  );
});
