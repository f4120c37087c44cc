import { rmSync, writeFileSync } from 'node:fs';
import { openPlan } from '@chatferry/planner';
import { expect, test } from 'vitest';
import { explainRecord, jobFolder, planFiles } from '../src/index.ts';
import { groupConversation, directConversation } from '../src/indexing/conversation-of.ts';
import { buildIndex } from '../src/indexing/build-index.ts';
import { startIndexing } from '../src/indexing/index-thread.ts';
import { batchOf } from '../src/indexing/index-schema.ts';
import { openIndex } from '../src/indexing/open-index.ts';
import { readLines } from '../src/indexing/read-lines.ts';
import { type JobRig, message, startJobRig } from './support/job-rig.ts';

/** Two people and a group who write, a reaction, and rows that cannot be records. */
async function plannedJob(rig: JobRig): Promise<void> {
  rig.write('export/users.csv', ['uid,name', 'ada,Ada Ärmel', 'bob,Bob', 'dot,', 'cy,Cy']);
  rig.write('export/groups.csv', ['guid,name,type', 'makers,Makers,public']);
  const messages = [
    { ...message(1), sender: 'ada', receiver: 'bob' },
    { ...message(2), sender: 'bob', receiver: 'ada' },
    { ...message(3), sender: 'ada', receiver: 'makers', receiverType: 'group' },
    { ...message(4), sender: 'zoe', receiver: 'makers', receiverType: 'group' },
    { ...message(5), sender: 'zoe', receiver: 'ada' },
  ];
  rig.write(
    'export/messages.ndjson',
    messages.map((each) => JSON.stringify(each)),
  );
  rig.write('export/reactions.ndjson', ['{"muid":"m1","uid":"bob","reaction":"❤"}']);
  await planFiles([`${rig.folder}/export`], { job: rig.job, recordsPerRequest: 2 });
}

test('the index finds records, names, conversations and rejected rows', async () => {
  await using rig = await startJobRig();
  await plannedJob(rig);
  const job = jobFolder(rig.job);
  using plan = openPlan(job.plan);

  expect(openIndex(job, plan)).toBeUndefined();
  const shares = [...buildIndex(job)];
  using index = openIndex(job, plan)!;

  expect(shares.at(-1)).toBe(1);
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  const found = (places: readonly number[]): string[] =>
    places.map((place) => {
      const { seq, position } = batchOf(place);
      const batch = plan.batch(seq);
      return `${batch.kind}:${Object.keys(Object.values(JSON.parse(Buffer.from(batch.body).toString()) as object)[0] as object)[position]}`;
    });
  expect(found(index.places('users', 'bob'))).toEqual(['users:bob']);
  expect(index.places('groups', 'bob')).toEqual([]);
  expect(found(index.placesOfAnyKind('makers'))).toEqual(['groups:makers']);
  expect(found(index.named('ada ä', 9))).toEqual(['users:ada']);
  expect(found(index.named('', 9))).toHaveLength(4);
  const direct = directConversation('bob', 'ada').conversation;
  expect(index.conversations('messages', 9)).toMatchObject([
    { conversation: direct, messages: 2 },
    { conversation: groupConversation('makers').conversation, messages: 1, other: 0 },
  ]);
  expect(found(index.messages(direct, 1, 9).map(({ place }) => place))).toEqual([
    'messages:m1',
    'messages:m2',
  ]);
  expect(index.messages(direct, 2, 9)).toHaveLength(1);
  const places = index.messages(direct, 1, 9).map(({ place }) => place);
  expect(places.map((place) => index.numberOf(direct, place))).toEqual([1, 2]);
  expect(index.numberOf(direct, places[1]! + 1)).toBeUndefined();
  expect(index.conversationsOf('ada', 1)).toMatchObject([{ conversation: direct }]);
  expect(index.conversationsOf('bob', 9)).toMatchObject([{ conversation: direct }]);
  expect(found(index.about('m1', 9))).toEqual(['reactions:m1 bob ❤']);
  const [cause] = plan.problemRoots();
  expect(cause!.count).toBe(2);
  const makers = groupConversation('makers').conversation;
  const [gap] = index.rejectsIn(makers, 0, Number.MAX_SAFE_INTEGER, 9);
  expect(readLines(job.rejects, [gap!])).toMatchObject([{ id: 'm4', cause: gap!.cause }]);
  expect(index.rejectsOfCause(gap!.cause, 0, 9)).toHaveLength(2);
  expect(index.rejectsOfCause(gap!.cause, 1, 9)).toHaveLength(1);
});

test('explain finds the same with the index as without it', async () => {
  await using rig = await startJobRig();
  await plannedJob(rig);
  const job = jobFolder(rig.job);
  const ids = [
    ['users', 'ada'],
    ['users', 'dot'],
    ['users', 'nobody'],
    ['messages', 'm3'],
    ['messages', 'm5'],
    ['reactions', 'm1 bob ❤'],
  ] as const;
  const all = (): Promise<unknown> =>
    Promise.all(ids.map(([kind, id]) => explainRecord(job, kind, id)));

  const scanned = await all();
  using thread = startIndexing(job);
  await thread.done;
  const found = await all();

  expect(thread.failure).toBeUndefined();
  expect(found).toEqual(scanned);
});

test('an index of another plan, and a damaged one, count as none', async () => {
  await using rig = await startJobRig();
  await plannedJob(rig);
  const job = jobFolder(rig.job);
  expect([...buildIndex(job)].at(-1)).toBe(1);

  rig.write('export/users.csv', ['uid,name', 'ada,Ada', 'bob,Bob']);
  await planFiles([`${rig.folder}/export`], { job: rig.job });
  using plan = openPlan(job.plan);
  const ofOther = openIndex(job, plan);
  writeFileSync(job.index, 'not a database');
  const damaged = openIndex(job, plan);
  rmSync(job.index);

  expect([ofOther, damaged, openIndex(job, plan)]).toEqual([undefined, undefined, undefined]);
});
