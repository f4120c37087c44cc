/* oxlint-disable vitest/no-conditional-expect, no-shadow -- what is expected depends on what was drawn */
import { inputKinds, type Kind, kinds, kindsInOrder, type Row } from '@chatferry/contract';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Batch, Plan, PlanRules } from '../src/index.ts';
import { anyExport, anyNestedExport, anyRules } from './any-export.ts';
import { entryBytes, type NaiveRecord, naivePlan, sentRow } from './naive-plan.ts';
import {
  batchesOf,
  compile,
  type Export,
  group,
  groupMessage,
  member,
  message,
  NOW,
  type Planned,
  recordsOf,
  user,
} from './rig.ts';

/** `npm run test:long` asks for many more. */
const runs = { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 30) };

/** Exports have fractions of seconds, by which messages of one second are ordered. */
const fractionAt = (line: number): number => ((line * 3) % 4) / 4;

/** When the message on a line was sent. */
const sentAt = ({ row, line }: { row: Row; line: number }): number =>
  Number(row['sentAt']) + fractionAt(line);

/** Compiles any export under any rules and checks the result. */
async function forAnyPlan(
  check: (planned: Planned, rows: Required<Export>) => void,
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(anyExport, anyRules, async (rows, rules) => {
      using planned = await compile(rows, { ...rules, fractionAt });
      check(planned, rows as Required<Export>);
    }),
    runs,
  );
}

const planned = (plan: Planned['plan'], kind: (typeof kindsInOrder)[number]): Row[] =>
  batchesOf(plan, kind).flatMap(recordsOf);

test('every row has exactly one outcome, for all rows and rules', async () => {
  await forAnyPlan(({ plan, summary, rejects }, rows) => {
    for (const kind of inputKinds) {
      const { rows: counted, made, planned: sent, merged, rejected } = summary.kinds[kind];
      const places = batchesOf(plan, kind).flatMap(({ origins }) =>
        origins.map(({ line }) => line),
      );
      const sentLines = new Set(places.filter((line) => line !== 0));
      const rejectedLines = new Set(
        rejects.filter((each) => each.kind === kind).map(({ line }) => line),
      );

      expect(counted).toBe((rows[kind]?.length ?? 0) + made);
      expect(sent + merged + rejected).toBe(counted);
      expect(places).toHaveLength(sent);
      // A made group of two can become a conversation, which is not sent.
      expect(sentLines.size).toBe(sent - places.filter((line) => line === 0).length);
      expect(rejectedLines.size).toBe(rejected);
      expect([...sentLines].filter((line) => rejectedLines.has(line))).toEqual([]);
    }
  });
});

/** Records cut into batches by number and size, in their order. */
function naiveBatches(
  kind: Kind,
  records: readonly NaiveRecord[],
  rules: PlanRules,
): NaiveRecord[][] {
  const most = Math.min(rules.recordsPerRequest, kinds[kind].recordsPerRequest);
  const batches: NaiveRecord[][] = [];
  let bytes = 0;
  for (const record of records) {
    const needed = entryBytes(kind, record) + 1;
    const isFull = batches.at(-1)?.length === most || bytes + needed > rules.maxRequestBytes;
    if (isFull || batches.length === 0) {
      batches.push([]);
      bytes = `{"${kind}":{}}`.length - 1;
    }
    batches.at(-1)!.push(record);
    bytes += needed;
  }
  return batches;
}

function bodyText({ body }: Batch): string {
  return Buffer.from(body).toString();
}

function rejectText(reject: { kind: Kind; id?: string; line: number; code: string }): string {
  const { kind, id, line, code } = reject;
  return `${kind} ${line} ${id} ${code}`;
}

/** The requests of a kind, lane by lane. Which conversations share a lane, and which owner comes first, is up to the plan. */
function naiveBodies(plan: Plan, kind: Kind, records: readonly NaiveRecord[]): string[] {
  const cut = (some: readonly NaiveRecord[]): string[] =>
    naiveBatches(kind, some, plan.rules).map((batch) => {
      const entries = batch.map(({ id, row }) => [id, sentRow(kind, id, row)]);
      return JSON.stringify({ [kind]: Object.fromEntries(entries) });
    });
  const lanes = Array.from({ length: plan.lanes }, (_, lane) => lane);
  if (kinds[kind].lanes === 'conversation')
    return lanes.flatMap((lane) => {
      const own = new Set([...plan.batches(kind, lane)].flatMap(recordsOf).map(conversationOf));
      const inLane = records.filter(({ row }) => own.has(conversationOf(row)));
      return cut(
        inLane.toSorted((one, other) => sentAt(one) - sentAt(other) || one.line - other.line),
      );
    });
  const inTurn = batchesOf(plan, kind).toSorted((one, other) => one.seq - other.seq);
  const owners = new Set(inTurn.flatMap(recordsOf).map(({ uid }) => uid));
  const ownerOf = ({ id, row }: NaiveRecord): unknown => sentRow(kind, id, row)['uid'];
  const bodies =
    kinds[kind].lanes === 'owner'
      ? [...owners].flatMap((owner) => cut(records.filter((record) => ownerOf(record) === owner)))
      : cut(records);
  return lanes.flatMap((lane) => bodies.filter((_body, index) => index % plan.lanes === lane));
}

function conversationOf({ receiverType, receiver, sender }: Row): string {
  return receiverType === 'group'
    ? (receiver as string)
    : [sender as string, receiver as string].toSorted().join(' ');
}

/** What is drawn too rarely. */
const rules = {
  recordsPerRequest: 2,
  maxRequestBytes: 1024,
  lanes: 2,
  onMissingUser: 'reject',
  onMissingGroup: 'reject',
  senderNotMember: 'warn',
  twoPersonGroups: 'keep',
  badOptional: 'drop',
  duplicates: 'first',
} as const;
const [u0, u1] = [user('u0'), user('u1')];
const club = { guid: 'g0', name: 'Club', type: 'public', owner: 'u9' };
const large = { uid: 'u9', name: 'Large', metadata: { filler: 'y'.repeat(600) } };
const rare: [
  Export,
  typeof anyRules extends fc.Arbitrary<infer Value> ? Value : never,
  RareLimits,
][] = [
  // The owner of a made group is not there, and is not made.
  [
    {
      users: [u0],
      messages: [groupMessage('m0', 'u0', 'g0', { receiverGroupDetails: club })],
    },
    { ...rules, onMissingGroup: 'placeholder' },
    undefined,
  ],
  // What is known of a user does not fit into a request.
  [
    { users: [u0], messages: [message('m0', 'u9', 'u0', { senderUserDetails: large })] },
    { ...rules, onMissingUser: 'placeholder' },
    undefined,
  ],
  // A user who did not fit into one group is made a member of another.
  [
    {
      users: [u0, u1],
      groups: [group('g0'), group('g1')],
      members: [member('g0', 'u0', { joinedAt: NOW - 9 }), member('g0', 'u1', { joinedAt: NOW })],
      messages: [groupMessage('m0', 'u1', 'g1')],
    },
    { ...rules, senderNotMember: 'add' },
    { membersPerGroup: 1, groupsPerUser: 1 },
  ],
];
type RareLimits = { membersPerGroup: number; groupsPerUser: number } | undefined;

test('the plan has the records, problems and batches of a plain reading of the rows', async () => {
  const limits = fc.option(
    fc.record({
      membersPerGroup: fc.integer({ min: 1, max: 3 }),
      groupsPerUser: fc.integer({ min: 1, max: 2 }),
    }),
    { nil: undefined },
  );
  await fc.assert(
    fc.asyncProperty(anyNestedExport, anyRules, limits, async (rows, anyOfThem, limited) => {
      const rules = {
        ...anyOfThem,
        ...(limited === undefined ? {} : { limits: { ...limited, friendsPerUser: 1000 } }),
      };
      using compiled = await compile(rows, { ...rules, fractionAt });
      const { plan, summary } = compiled;
      const naive = naivePlan(rows, rules);

      expect(compiled.rejects.map(rejectText).toSorted()).toEqual(
        naive.rejects.map(rejectText).toSorted(),
      );
      for (const kind of kindsInOrder) {
        const expected = naive.planned[kind];
        const batches = batchesOf(plan, kind);
        expect(batches.map(bodyText)).toEqual(naiveBodies(plan, kind, expected));
        const places = batches.flatMap((batch) =>
          recordsOf(batch).map(
            (row, index) => `${batch.origins[index]!.line} ${JSON.stringify(row)}`,
          ),
        );
        expect(places.toSorted()).toEqual(
          expected
            .map(({ id, line, row }) => `${line} ${JSON.stringify(sentRow(kind, id, row))}`)
            .toSorted(),
        );
        const rejected = naive.rejects.filter((each) => each.kind === kind);
        const made = naive.made[kind];
        expect(summary.kinds[kind]).toMatchObject({
          rows: (rows[kind]?.length ?? 0) + made,
          made,
          planned: expected.length,
          merged: naive.merged[kind],
          rejected: new Set(rejected.map(({ line }) => line)).size,
          filtered: 0,
          warnings:
            { messages: naive.fromOutside, members: naive.withoutDate }[kind as string] ?? 0,
          batches: batches.length,
          bytes: batches.reduce((sum, { body }) => sum + body.length, 0),
        });
      }
      expect(summary.directConversations).toBe(naive.conversations);
      const causes = new Map<string, Set<string>>();
      for (const { kind, id, line, code, root } of naive.rejects) {
        const cause = root ?? `${code} ${kind}`;
        causes.set(cause, (causes.get(cause) ?? new Set()).add(`${kind} ${line} ${id}`));
      }
      const found = summary.problems
        .filter(({ severity }) => severity === 'reject')
        .map(({ root, code, example, count }) => [
          root === undefined ? `${code} ${example.kind}` : `${root.kind}:${root.id}`,
          count,
        ]);
      expect(Object.fromEntries(found)).toEqual(
        Object.fromEntries([...causes].map(([cause, all]) => [cause, all.size])),
      );
    }),
    { ...runs, examples: rare },
  );
});

test('no record is planned before or without the records that it refers to', async () => {
  await forAnyPlan(({ plan }) => {
    const seqs = kindsInOrder.map((kind) => batchesOf(plan, kind).map(({ seq }) => seq));
    const uids = new Set(planned(plan, 'users').map(({ uid }) => uid));
    const guids = new Set(planned(plan, 'groups').map(({ guid }) => guid));

    expect(seqs.flatMap((each) => each.toSorted((a, b) => a - b))).toEqual(
      seqs.flat().toSorted((a, b) => a - b),
    );
    for (const { owner } of planned(plan, 'groups'))
      expect(owner === undefined || uids.has(owner)).toBe(true);
    for (const { guid, uid } of planned(plan, 'members'))
      expect([guids.has(guid), uids.has(uid)]).toEqual([true, true]);
    for (const { sender, receiver, receiverType } of planned(plan, 'messages'))
      expect([uids.has(sender), (receiverType === 'user' ? uids : guids).has(receiver)]).toEqual([
        true,
        true,
      ]);
  });
});

test('a lane is in order of time, equal times in order of the file, and no id comes twice', async () => {
  await forAnyPlan(({ plan }) => {
    for (let lane = 0; lane < plan.lanes; lane++) {
      const sent = [...plan.batches('messages', lane)].flatMap((batch) =>
        recordsOf(batch).map((row, index) => ({ row, line: batch.origins[index]!.line })),
      );
      const inOrder = sent.toSorted((a, b) => sentAt(a) - sentAt(b) || a.line - b.line);
      expect(sent).toEqual(inOrder);
    }
    const muids = planned(plan, 'messages').map(({ muid }) => muid);
    expect(new Set(muids).size).toBe(muids.length);
  });
});

test('a conversation never leaves its lane', async () => {
  await forAnyPlan(({ plan }) => {
    const lanes = new Map<string, number>();
    for (const batch of batchesOf(plan, 'messages'))
      for (const { receiverType, receiver, sender } of recordsOf(batch)) {
        const parties =
          receiverType === 'group' ? [receiver] : [String(sender), String(receiver)].toSorted();
        const conversation = `${String(receiverType)} ${parties.join(' ')}`;
        expect(lanes.get(conversation) ?? batch.lane).toBe(batch.lane);
        lanes.set(conversation, batch.lane);
      }
  });
});

test('no batch is larger than the rules allow', async () => {
  await forAnyPlan(({ plan }) => {
    for (const kind of kindsInOrder)
      for (const { records, body, ends } of batchesOf(plan, kind)) {
        expect(records).toBeLessThanOrEqual(plan.rules.recordsPerRequest);
        expect(body.length).toBeLessThanOrEqual(plan.rules.maxRequestBytes);
        expect(ends).toHaveLength(records);
      }
  });
});

test('the same rows make the same plan', async () => {
  await fc.assert(
    fc.asyncProperty(anyExport, anyRules, async (rows, rules) => {
      using one = await compile(rows, rules);
      using other = await compile(rows, { ...rules, now: NOW + 3600 });
      expect(other.plan.id).toBe(one.plan.id);
    }),
    { numRuns: 12 },
  );
});

test('batches cut while rows are read equal batches cut afterwards', async () => {
  await fc.assert(
    fc.asyncProperty(anyNestedExport, anyRules, async (rows, anyOfThem) => {
      const rules: Partial<PlanRules> = {
        ...anyOfThem,
        duplicates: 'first',
        onMissingUser: 'reject',
        onMissingGroup: 'reject',
        senderNotMember: 'warn',
        twoPersonGroups: 'keep',
      };
      using early = await compile(rows, { ...rules, inputBytes: 1e9 });
      using late = await compile(rows, rules);
      expect(early.summary).toEqual(late.summary);
      expect(early.rejects).toEqual(late.rejects);
    }),
    { numRuns: 12 },
  );
});

test('messages with different times make the same plan in any order', async () => {
  const uids = ['u0', 'u1', 'u2', 'u3', 'u4'];
  const spoken = fc
    .tuple(fc.constantFrom(...uids), fc.constantFrom(...uids))
    .map(([from, to]) => ({ from, to }));
  const shuffled = fc.array(spoken, { maxLength: 40 }).chain((pairs) => {
    const messages = pairs.map(({ from, to }, index) =>
      message(`m${index}`, from, to, { sentAt: NOW - 100 + index }),
    );
    return fc.tuple(
      fc.constant(messages),
      fc.shuffledSubarray(messages, { minLength: messages.length }),
    );
  });
  const users = uids.map((uid) => user(uid));

  await fc.assert(
    fc.asyncProperty(shuffled, async ([inOrder, inDisorder]) => {
      using one = await compile({ users, messages: inOrder }, { recordsPerRequest: 3 });
      using other = await compile({ users, messages: inDisorder }, { recordsPerRequest: 3 });
      expect(other.plan.id).toBe(one.plan.id);
    }),
    { numRuns: 12 },
  );
});

test('placeholders are made only for those that rows refer to, and are dated before what they say', async () => {
  const rules = {
    onMissingUser: 'placeholder' as const,
    onMissingGroup: 'placeholder' as const,
    senderNotMember: 'add' as const,
    twoPersonGroups: 'keep' as const,
    maxRequestBytes: 100_000,
  };
  await fc.assert(
    fc.asyncProperty(anyExport, anyRules, async (rows, anyOfThem) => {
      using compiled = await compile(rows, { ...anyOfThem, ...rules });
      const { plan, summary } = compiled;
      const all = Object.fromEntries(
        kindsInOrder.map((kind) => [kind, planned(plan, kind)]),
      ) as Record<Kind, Row[]>;
      const made = (kind: Kind): Row[] =>
        batchesOf(plan, kind).flatMap((batch) =>
          recordsOf(batch).filter((_, index) => batch.origins[index]!.line === 0),
        );
      const toGroups = all.messages.filter(({ receiverType }) => receiverType === 'group');
      const read = rows as Required<Export>;
      const namedUsers = [
        ...read.groups.map(({ owner }) => owner),
        ...read.members.map(({ uid }) => uid),
        ...read.messages.flatMap(({ sender, receiver }) => [sender, receiver]),
        ...read.friends.flatMap(({ uid, friend }) => [uid, friend]),
        ...read.blocks.flatMap(({ uid, blocked }) => [uid, blocked]),
      ];
      const namedGroups = [
        ...read.members.map(({ guid }) => guid),
        ...read.messages.map(({ receiver }) => receiver),
      ];
      for (const [kind, key, named] of [
        ['users', 'uid', namedUsers],
        ['groups', 'guid', namedGroups],
      ] as const) {
        expect(made(kind).every((row) => named.includes(row[key]))).toBe(true);
        expect(made(kind).map(({ tags }) => tags)).toEqual(
          made(kind).map(() => ['chatferry-placeholder']),
        );
        expect(summary.kinds[kind].made).toBe(made(kind).length);
        expect(new Set(all[kind].map((row) => row[key])).size).toBe(all[kind].length);
      }
      // Each writer to a group is in it, from its first message there or earlier.
      for (const { receiver, sender, sentAt } of toGroups) {
        const group = all.groups.find(({ guid }) => guid === receiver)!;
        const member = all.members.find(({ guid, uid }) => guid === receiver && uid === sender);
        expect(member !== undefined || group['owner'] === sender).toBe(true);
        const isMade = made('members').some(({ memberId }) => memberId === member?.['memberId']);
        const user = all.users.find(({ uid }) => uid === sender)!;
        const created = Math.max(Number(user['createdAt'] ?? 0), Number(group['createdAt'] ?? 0));
        if (isMade)
          expect(Number(member!['joinedAt'] ?? 0)).toBeLessThanOrEqual(
            Math.max(Number(sentAt), created),
          );
        for (const [kind, row] of [
          ['users', user],
          ['groups', group],
        ] as const)
          if (made(kind).includes(row))
            expect(Number(row['createdAt'])).toBeLessThanOrEqual(Number(sentAt));
      }
      const pairs = read.messages.map(
        ({ receiver, sender }) => `${String(receiver)} ${String(sender)}`,
      );
      expect(
        made('members').every(({ guid, uid }) => pairs.includes(`${String(guid)} ${String(uid)}`)),
      ).toBe(true);
    }),
    runs,
  );
});
