import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { blockOf, planAt, provenance, temporaryFolder, user } from './rig.ts';

const script = fileURLToPath(new URL('plan-some-users.ts', import.meta.url));

/** Plans users in a process of its own that may not write files larger than `bytes`, as if the disk were full then. */
function planWithin(bytes: number, folder: string, users: number): string {
  const command = `ulimit -f ${Math.floor(bytes / 512)}; exec "$0" "$@"`;
  const { stdout, stderr } = spawnSync(
    'sh',
    ['-c', command, process.execPath, '--conditions=@chatferry/source', script, folder, `${users}`],
    { encoding: 'utf8' },
  );
  expect(stderr).toBe('');
  return stdout.trim();
}

test('a full disk is reported with the needed space, and leaves no partial file', () => {
  using folder = temporaryFolder();
  const path = join(folder.path, 'plan.sqlite');

  const warning = planWithin(2_000_000, folder.path, 4000);

  expect(warning).toMatch(
    new RegExp(`^disk-full: No space left for the plan in ${path}.building: .* MB more`),
  );
  expect(readdirSync(folder.path)).toEqual([]);
  expect(planWithin(20_000_000, folder.path, 4000)).toBe('planned 4000');
});

test('a lock that is nonsense ends the plan with the name of its folder', async () => {
  using folder = temporaryFolder();
  const plan = join(folder.path, 'plan.sqlite');
  mkdirSync(`${plan}.building`);
  writeFileSync(join(`${plan}.building`, 'lock.sqlite'), 'nonsense'.repeat(1000));

  await expect(planAt(plan, [])).rejects.toThrow(
    expect.objectContaining({
      code: 'unreadable',
      message: expect.stringContaining(`${plan}.building`),
    }),
  );
});

test.each([
  ['is nonsense', (file: string) => writeFileSync(file, 'nonsense'.repeat(1000))],
  ['cannot be opened', (file: string) => mkdirSync(file)],
])('a work table that %s ends the plan with the name of its folder', async (_, damage) => {
  using folder = temporaryFolder();
  const plan = join(folder.path, 'plan.sqlite');
  const damaged = async () => {
    const work = join(`${plan}.building`, 'work.sqlite');
    rmSync(work);
    damage(work);
    return provenance;
  };

  const planning = planAt(plan, [blockOf('users', [user('ann')])], { described: damaged });

  await expect(planning).rejects.toThrow(
    expect.objectContaining({
      code: 'unreadable',
      message: expect.stringContaining(`${plan}.building`),
    }),
  );
  expect(readdirSync(folder.path)).toEqual([]);
});
