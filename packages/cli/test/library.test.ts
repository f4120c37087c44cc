import { readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import {
  type IgnoredFile,
  importRows,
  JobError,
  planFiles,
  planRows,
  type RowsByKind,
  runJob,
} from '../src/index.ts';
import { anHourAgo, writeForum } from './support/forum.ts';
import { type Rig, startRig } from './support/rig.ts';

function target(rig: Rig): { appId: string; baseUrl: string; apiKey: string } {
  const { appId, baseUrl, apiKey } = rig.service;
  return { appId, baseUrl, apiKey };
}

/** Rows as a script would make them, anew each time it is called. */
function forum(messages: number): RowsByKind {
  return {
    messages: (async function* () {
      for (let index = 0; index < messages; index++)
        yield {
          muid: `m${index}`,
          sender: 'ada',
          receiver: 'bob',
          receiverType: 'user',
          text: `Hello ${index}`,
          sentAt: anHourAgo + index,
        };
    })(),
    users: [
      { uid: 'ada', name: 'Ada' },
      { uid: 'bob', name: 'Bob' },
    ],
  };
}

const fast = { requestsPerMinute: 'unlimited' } as const;

test('rows made in code are imported', async () => {
  await using rig = await startRig();
  const events: string[] = [];

  const { plan, run } = await importRows(forum(120), {
    job: rig.job,
    target: target(rig),
    ...fast,
    onEvent: ({ type }) => events.push(type),
  });

  expect(plan.kinds.messages.planned).toBe(120);
  expect(run).toMatchObject({ end: 'finished', sums: { messages: { rows: 120, created: 120 } } });
  expect(events).toContain('batch-settled');
});

test('a row that is no record stops the import, unless it is allowed', async () => {
  await using rig = await startRig();
  const users = [{ uid: 'ada', name: 'Ada' }, { uid: 'bob' }];

  const refused = await importRows({ users }, { job: rig.job, target: target(rig), ...fast });
  const allowed = await importRows(
    { users },
    { job: rig.job, target: target(rig), maxRejects: 1, ...fast },
  );

  expect(refused.run).toBeUndefined();
  expect(allowed.run?.sums.users).toMatchObject({ rows: 2, created: 1, rejected: 1 });
  expect(JSON.parse(readFileSync(`${rig.job}/rejects.jsonl`, 'utf8'))).toMatchObject({
    kind: 'users',
    file: 'users',
    line: 2,
    code: 'missing-field',
  });
});

test('a script that was stopped goes on when it makes the same rows again', async () => {
  await using rig = await startRig();
  const options = { job: rig.job, target: target(rig), recordsPerRequest: 10, ...fast };
  const stop = new AbortController();

  const first = await importRows(forum(120), {
    ...options,
    concurrency: 1,
    signal: stop.signal,
    onEvent: (event) => event.type === 'batch-settled' && event.kind === 'messages' && stop.abort(),
  });
  const second = await importRows(forum(120), options);

  expect(first.run).toMatchObject({ end: 'stopped', reason: { code: 'interrupted' } });
  expect(second.run).toMatchObject({
    end: 'finished',
    sums: { messages: { created: 120, pending: 0 } },
  });
});

test('with other rows it is refused, and the plan stays', async () => {
  await using rig = await startRig();
  const options = { job: rig.job, target: target(rig), ...fast };
  await importRows(forum(20), options);

  await expect(importRows(forum(21), options)).rejects.toThrow(JobError);

  expect((await planRows(forum(20), { job: rig.job })).kinds.messages.planned).toBe(20);
});

test('files are planned and sent step by step, and leaving the loop stops the run', async () => {
  await using rig = await startRig();
  const { kinds } = await planFiles([writeForum(rig)], { job: rig.job, recordsPerRequest: 10 });

  for await (const { type } of runJob({ job: rig.job, target: target(rig), ...fast }))
    if (type === 'batch-settled') break;
  const events = runJob({ job: rig.job, target: target(rig), ...fast });
  let next = await events.next();
  while (next.done !== true) next = await events.next();

  expect(kinds.messages.planned).toBe(120);
  expect(next.value).toMatchObject({ end: 'finished', sums: { messages: { created: 120 } } });
});

test('links that lead out of a folder are reported, and read when asked for', async () => {
  await using rig = await startRig();
  const folder = writeForum(rig);
  const link = path.join(folder, 'users-2.csv');
  symlinkSync(rig.write('elsewhere.csv', 'uid,name\ndan,Dan\n'), link);
  const ignored: IgnoredFile[] = [];
  const onIgnored = (entry: IgnoredFile): void => void ignored.push(entry);

  const without = await planFiles([folder], { job: rig.job, onIgnored });
  const followed = await planFiles([folder], { job: rig.job, onIgnored, followLinks: true });

  expect(ignored).toEqual([{ file: link, isLinkOutside: true }]);
  expect(followed.kinds.users.rows).toBe(without.kinds.users.rows + 1);
});

test('a target that cannot be right is refused before anything is read', async () => {
  await using rig = await startRig();
  const wrong = { appId: 'app', baseUrl: 'http://example.org/v3', apiKey: 'k' };

  await expect(importRows(forum(1), { job: rig.job, target: wrong })).rejects.toThrow(
    'without TLS',
  );
});
