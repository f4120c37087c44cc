import { expect, test } from 'vitest';
import {
  explainRecord,
  jobFolder,
  planFiles,
  type PlanSettings,
  runJob,
  type RunOutcome,
  verifyJob,
} from '../src/index.ts';
import { unaccounted } from '../src/accounting/sums.ts';
import { type JobRig, message, startJobRig } from './support/job-rig.ts';

function reply(index: number, parent: string): Record<string, unknown> {
  const { text, ...rest } = message(index);
  return { ...rest, data: { text, metadata: { parentMuid: parent, mood: 'good' } } };
}

/** m1 replies to m0, m2 to m1, m3 to a message that is not there, m4 and m5 to each other; Bob reacted to m2. */
function writeThreads(rig: JobRig): string {
  const folder = rig.writeExport(0);
  const bob = { sender: 'bob', receiver: 'ada' };
  const rows = [
    message(0),
    reply(1, 'm0'),
    { ...reply(2, 'm1'), ...bob },
    reply(3, 'gone'),
    reply(4, 'm5'),
    reply(5, 'm4'),
  ];
  rig.write(
    'export/messages.ndjson',
    rows.map((row) => JSON.stringify(row)),
  );
  rig.write('export/reactions.csv', ['muid,uid,reaction', 'm2,ada,👍']);
  return folder;
}

async function moved(rig: JobRig, settings: Partial<PlanSettings>): Promise<RunOutcome> {
  await planFiles([writeThreads(rig)], { job: rig.job, ...settings });
  return run(rig);
}

async function run(rig: JobRig): Promise<RunOutcome> {
  const events = runJob({
    job: rig.job,
    target: rig.target,
    requestsPerMinute: 'unlimited',
    allowsLive: true,
  });
  for (;;) {
    const next = await events.next();
    if (next.done === true) return next.value;
  }
}

/** Each message with its thread, its metadata and whether it has the date of the export. */
function held(rig: JobRig): string[] {
  return rig.service.db
    .prepare(
      `SELECT m.muid || ' in ' || coalesce(up.muid, '-') || ' ' || coalesce(m.data ->> '$.metadata.parentMuid', '-')
         || iif(m.sent_at < unixepoch() - 1000, '', ' now') AS it
       FROM messages m LEFT JOIN messages up ON up.id = m.parent_id WHERE m.category <> 'action' ORDER BY m.muid`,
    )
    .all()
    .map(({ it }) => it as string);
}

async function differences(rig: JobRig): Promise<string[]> {
  const { kinds, complete } = await verifyJob({
    job: rig.job,
    target: rig.target,
    requestsPerMinute: 'unlimited',
  });
  const found = kinds.flatMap(({ kind, missing, different, doubled, extra, fields }) => [
    ...(missing + different + doubled + extra === 0
      ? []
      : [`${kind} ${missing} ${different} ${doubled} ${extra}`]),
    ...fields.map(({ field }) => field),
  ]);
  expect(complete).toBe(
    kinds.every(({ missing, different, doubled }) => missing + different + doubled === 0),
  );
  return found;
}

test('replies keep their dates and name their message in the metadata unless asked otherwise', async () => {
  await using rig = await startJobRig();

  const { sums } = await moved(rig, { muidPrefix: 'x-' });

  expect(unaccounted(sums)).toBe(0);
  expect(sums.messages).toMatchObject({ rows: 6, created: 6, filtered: 0 });
  expect(held(rig)).toEqual([
    'x-m0 in - -',
    'x-m1 in - x-m0',
    'x-m2 in - x-m1',
    'x-m3 in - x-gone',
    'x-m4 in - x-m5',
    'x-m5 in - x-m4',
  ]);
  expect(await differences(rig)).toEqual([]);
});

test('flat replies are ordinary messages', async () => {
  await using rig = await startJobRig();

  const { sums } = await moved(rig, { threads: 'flat' });

  expect(sums.messages).toMatchObject({ created: 6 });
  expect(held(rig)).toEqual(['m0', 'm1', 'm2', 'm3', 'm4', 'm5'].map((muid) => `${muid} in - -`));
});

test('replies go into the thread of the first message, and stay messages where there is none', async () => {
  await using rig = await startJobRig();

  const { sums } = await moved(rig, { threads: 'reply' });

  expect(unaccounted(sums)).toBe(0);
  expect(sums.messages).toMatchObject({ rows: 6, created: 4, filtered: 2 });
  expect(sums.replies).toMatchObject({ rows: 2, made: 2, created: 2 });
  expect(sums.reactions).toMatchObject({ created: 1, skipped: 0 });
  expect(held(rig)).toEqual([
    'm0 in - -',
    'm1 in m0 - now',
    'm2 in m0 - now',
    'm3 in - gone',
    'm4 in - m5',
    'm5 in - m4',
  ]);
  expect(await differences(rig)).toEqual([]);
});

test('a message of the export is explained as the reply that it is planned as', async () => {
  await using rig = await startJobRig();
  const folder = writeThreads(rig);
  // The second row of the same message is rejected.
  rig.write('export/messages-again.ndjson', [JSON.stringify({ ...reply(1, 'm0'), sentAt: 0 })]);
  await planFiles([folder], { job: rig.job, threads: 'reply' });
  const job = jobFolder(rig.job);

  const [first, second, unknown] = await Promise.all(
    ['m0', 'm1', 'm99'].map((muid) => explainRecord(job, 'messages', muid)),
  );

  expect([first!.kind, first!.planned?.id]).toEqual(['messages', 'm0']);
  expect([second!.kind, second!.planned?.id]).toEqual(['replies', 'm1']);
  expect(second!.rejects).toMatchObject([{ kind: 'messages', id: 'm1' }]);
  expect([unknown!.kind, unknown!.planned]).toEqual(['messages', undefined]);
});

test('a reply whose answer is lost is looked up in its thread and not sent again', async () => {
  await using rig = await startJobRig();
  await planFiles([writeThreads(rig)], { job: rig.job, threads: 'reply' });
  rig.service.setFaults([
    { fault: 'reset-after', operation: 'messages.thread.send', when: { nth: 1 } },
    { fault: 'status-after', operation: 'messages.thread.send', when: { nth: 2 } },
  ]);

  const { sums } = await run(rig);

  expect(sums.replies).toMatchObject({ present: 2, presentByThisJob: 2, unresolved: 0 });
  expect(held(rig)).toHaveLength(6);
});

test('a reaction to a reply that failed is skipped with the reason of the reply', async () => {
  await using rig = await startJobRig();
  rig.service.setFaults([
    {
      fault: 'status-before',
      status: 400,
      code: 'ERR_BAD_REQUEST',
      operation: 'messages.thread.send',
      when: { nth: 2 },
    },
  ]);

  const { sums } = await moved(rig, { threads: 'reply' });

  expect(sums.reactions).toMatchObject({ skipped: 1 });
  expect(rig.inJob('errors.jsonl')).toContain('"replies:m2 failed with ERR_BAD_REQUEST');
});

const changes: Readonly<Record<string, readonly string[]>> = {
  "UPDATE messages SET parent_id = NULL WHERE muid = 'm1'": ['messages 0 0 0 1', 'replies 1 0 0 0'],
  "UPDATE messages SET parent_id = 99 WHERE muid = 'm1'": ['replies 0 1 0 0', 'parentMuid'],
  "UPDATE messages SET data = '{}' WHERE muid = 'm2'": [
    'replies 0 1 0 0',
    'data.metadata',
    'data.text',
  ],
  "UPDATE messages SET sender = 'ada' WHERE muid = 'm2'": ['replies 0 1 0 0', 'sender'],
  // The thread has m2 before m1, also when the two were sent in different seconds.
  "UPDATE messages SET id = 1000, sent_at = (SELECT max(sent_at) FROM messages) WHERE muid = 'm1'":
    ['replies 0 1 0 0', 'order'],
  "DELETE FROM messages WHERE muid = 'm2'": ['replies 1 0 0 0', 'reactions 1 0 0 0'],
  "UPDATE messages SET parent_id = 1 WHERE muid = 'm3'": ['messages 1 0 0 0', 'replies 0 0 0 1'],
  // Its reactions are those of a message beyond the plan, whose reactions are not read.
  "UPDATE messages SET muid = NULL WHERE muid = 'm2'": ['replies 1 0 0 1', 'reactions 1 0 0 0'],
  'DELETE FROM reactions': ['reactions 1 0 0 0'],
  "UPDATE reactions SET reaction = '👎'": ['reactions 1 0 0 1'],
  "UPDATE reactions SET uid = 'bob'": ['reactions 1 0 0 1'],
};

test('a verification finds every change to a reply or a reaction', async () => {
  await using rig = await startJobRig();
  await moved(rig, { threads: 'reply' });

  const { db } = rig.service;
  const tables = ['messages', 'reactions'];
  for (const table of tables)
    db.exec(`CREATE TEMP TABLE ${table}_before AS SELECT * FROM ${table}`);
  const found: Record<string, readonly string[]> = {};
  for (const sql of Object.keys(changes)) {
    db.exec(sql);
    found[sql] = await differences(rig);
    for (const table of tables)
      db.exec(`DELETE FROM ${table}; INSERT INTO ${table} SELECT * FROM ${table}_before`);
  }
  expect(found).toEqual(changes);
  expect(await differences(rig)).toEqual([]);
});

test('replies of one second are sent in the order of its fractions', async () => {
  await using rig = await startJobRig();
  const folder = rig.writeExport(0);
  const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const at = (time: string): object => ({ sentAt: `${day}T10:00:${time}Z` });
  const rows = [
    { ...message(0), ...at('00') },
    { ...reply(3, 'm0'), ...at('20.9') },
    { ...reply(2, 'm0'), ...at('20.25') },
    { ...reply(1, 'm0'), ...at('20') },
  ];
  rig.write(
    'export/messages.ndjson',
    rows.map((row) => JSON.stringify(row)),
  );

  await planFiles([folder], { job: rig.job, threads: 'reply' });
  await run(rig);

  const sent = rig.service.db.prepare(
    'SELECT muid FROM messages WHERE parent_id IS NOT NULL ORDER BY id',
  );
  expect(sent.all().map(({ muid }) => muid)).toEqual(['m1', 'm2', 'm3']);
});
