import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type LocalService, startLocalService } from '@chatferry/local-service';
import { openPlan } from '@chatferry/planner';
import { planFiles } from 'chatferry';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeExport } from '../src/generate/write-export.ts';
import { CutDisk } from '../src/crash/cut-disk.ts';
import { runImporter } from '../src/crash/importer.ts';
import { canCutPower } from './support/can-cut-power.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'failing-disk-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Resolves when the service has this number of messages. */
async function held(service: LocalService, messages: number): Promise<void> {
  const count = service.db.prepare('SELECT count(*) AS messages FROM messages');
  while ((count.get() as { messages: number }).messages < messages) await setTimeout(5);
}

// A file system that was shut down answers every read and write with EIO, as a failing disk does.
test.skipIf(!canCutPower())(
  'a disk that fails during a run ends the run with 3, a reason and sums, and no stack',
  async () => {
    const now = Math.floor(Date.now() / 1000);
    const size = { users: 20, groups: 2, memberships: 20, messages: 4000, seed: 1, now };
    const input = path.join(folder, 'export');
    writeExport(input, size, 'ndjson');
    using disk = new CutDisk(path.join(folder, 'disk'));
    await using service = await startLocalService({ importRequestsPerMinute: 'unlimited' });
    const running = runImporter({ input, job: path.join(disk.root, 'job'), target: service });

    await held(service, 200);
    disk.cut();
    const { status, said } = await running;

    expect({ status, said }).toMatchObject({ status: 3 });
    const result = said
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .findLast(({ type }) => type === 'result');
    expect(result).toMatchObject({
      end: 'stopped',
      reason: { code: 'ledger', message: expect.stringContaining('the disk reports an error') },
      kinds: { users: { created: 20 } },
    });
    expect(said).not.toMatch(/^\s+at /m);
    expect(said).not.toContain('an error inside chatferry');
  },
);

test.skipIf(!canCutPower())(
  'a disk that fails during planning ends the plan with 3 and the reason, and no stack',
  async () => {
    const now = Math.floor(Date.now() / 1000);
    const size = { users: 60, groups: 5, memberships: 60, messages: 100_000, seed: 1, now };
    const input = path.join(folder, 'to-plan');
    writeExport(input, size, 'ndjson');
    using disk = new CutDisk(path.join(folder, 'planning'));
    await using service = await startLocalService();
    const job = path.join(disk.root, 'job');
    const running = runImporter({ input, job, target: service });

    await spooled(path.join(job, 'plan.sqlite.building'));
    disk.cut();
    const { status, said } = await running;

    expect(said).toContain('disk reports an error');
    expect(status).toBe(3);
    expect(said).not.toMatch(/^\s+at /m);
  },
);

/** Resolves when records of a plan that is being built are on the disk. */
async function spooled(buildFolder: string): Promise<void> {
  const files = () => (existsSync(buildFolder) ? readdirSync(buildFolder) : []);
  while (!files().some((name) => name.includes('.bodies.'))) await setTimeout(5);
}

test.skipIf(!canCutPower())(
  'a disk that does not give the plan is reported as that, not as damage of the plan',
  async () => {
    const now = Math.floor(Date.now() / 1000);
    // More than SQLite keeps in memory.
    const size = { users: 60, groups: 5, memberships: 60, messages: 20_000, seed: 1, now };
    const input = path.join(folder, 'planned');
    writeExport(input, size, 'ndjson');
    using disk = new CutDisk(path.join(folder, 'reading'));
    const job = path.join(disk.root, 'job');
    await planFiles([input], { job });
    using plan = openPlan(path.join(job, 'plan.sqlite'));

    disk.cut();

    const unreadable = expect.objectContaining({ code: 'unreadable' });
    expect(() => plan.check()).toThrow(unreadable);
    expect(() => openPlan(path.join(job, 'plan.sqlite'))).toThrow(unreadable);
  },
);

test.skipIf(!canCutPower())(
  'a plan and its rejected rows are whole after a power cut right after they were made',
  async () => {
    const users = path.join(folder, 'users.ndjson');
    const rows = Array.from({ length: 2000 }, (_, index) => ({ uid: `u${index}` }));
    writeFileSync(users, rows.map((row) => JSON.stringify(row)).join('\n'));
    using disk = new CutDisk(path.join(folder, 'made'));
    const job = path.join(disk.root, 'job');
    await planFiles([users], { job });

    disk.cut();
    disk.unplug();
    disk.plugIn();

    using plan = openPlan(path.join(job, 'plan.sqlite'));
    expect(plan.summary.kinds.users.rejected).toBe(2000);
    const content = readFileSync(path.join(job, 'rejects.jsonl'));
    expect(plan.files).toEqual([
      {
        name: 'rejects.jsonl',
        bytes: content.length,
        sha256: createHash('sha256').update(content).digest('hex'),
      },
    ]);
  },
);
