import { mkdtempDisposableSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Lease, lockJob } from '../src/index.ts';
import { FileLease } from '../src/job/file-lease.ts';
import { startRig } from './support/rig.ts';
import { users } from './support/rows.ts';

test('a run that loses its lease stops with the reason of the loss, and the next one resumes', async () => {
  await using rig = await startRig({ users: users(50) }, { recordsPerRequest: 1, lanes: 1 });
  const loss = new AbortController();
  const lease: Lease = { lost: loss.signal, check: () => {} };
  const reason = { code: 'ledger', message: 'Another worker has the job.', fix: 'Wait.' };

  const { result } = await rig.run(
    {},
    { lease, onEvent: ({ type }) => type === 'batch-settled' && loss.abort(reason) },
  );
  const next = await rig.run();

  expect(result).toMatchObject({ end: 'stopped', reason });
  expect(result?.counts.users.pending).toBeGreaterThan(0);
  expect(next.result).toMatchObject({ end: 'finished', counts: { users: { pending: 0 } } });
  expect(rig.held('users')).toHaveLength(50);
});

test.each(['ledger.sqlite', 'lock.sqlite'])(
  'a run whose %s is removed stops, and says so',
  async (name) => {
    await using rig = await startRig({ users: users(50) }, { recordsPerRequest: 1, lanes: 1 });
    using _ = lockJob(rig.folder, Date.now());

    const { result } = await rig.run(
      {},
      {
        onEvent: ({ type }) =>
          type === 'batch-settled' && rmSync(join(rig.folder, name), { force: true }),
      },
    );

    expect(result).toMatchObject({
      end: 'stopped',
      reason: { code: 'ledger', message: expect.stringContaining(`${name} was removed`) },
    });
  },
);

test.each(['ledger.sqlite', 'ledger.sqlite-wal', 'lock.sqlite'])(
  'the right to a job is lost when its %s is removed, or another file has the name',
  (name) => {
    for (const how of ['removed', 'replaced', 'kept'] as const) {
      using folder = mkdtempDisposableSync(join(tmpdir(), 'chatferry-lease-'));
      const at = (file: string): string => join(folder.path, file);
      for (const file of ['ledger.sqlite', 'ledger.sqlite-wal', 'lock.sqlite'])
        writeFileSync(at(file), '');
      using lease = new FileLease(at('ledger.sqlite'), folder.path);
      writeFileSync(at('other'), '');
      if (how === 'replaced') renameSync(at('other'), at(name));
      if (how === 'removed') rmSync(at(name));

      lease.check();

      expect(lease.lost.aborted).toBe(how !== 'kept');
    }
  },
);
