import { execFile } from 'node:child_process';
import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { planFiles } from 'chatferry';
import { expect, test } from 'vitest';
import { systemExports } from '../src/bench/plan/system-export.ts';

const bench = path.join(import.meta.dirname, '../src/bench.ts');

// The figures are for people to judge; the tests check only that the benchmarks work.

test.concurrent('the plan benchmark prints a line for each comparison of each input', async () => {
  const inputs = ['--input=csv,ndjson,nested,dump,zulip,delta'];
  const size = ['--users=200', '--memberships=200', '--messages=500', '--channels=5', '--files=20'];

  const said = await run(['plan', ...inputs, ...size]);

  const lines = said.split('\n').map((line) => line.split(/ {2,}/));
  expect(lines.slice(1, -1).map(([input]) => input)).toEqual([
    'csv',
    'csv, mapped',
    'ndjson',
    'nested',
    'dump',
    'zulip',
    'delta of 1000',
  ]);
  expect(lines.slice(1, -1).every(([, , , rows]) => Number(rows?.replaceAll(',', '')) > 0)).toBe(
    true,
  );
});

test.concurrent('the run benchmark prints both senders, without and with a quota', async () => {
  const said = await run(['run', '--messages=1000', '--seconds=2', '--requests-per-minute=600']);

  expect(said.match(/^chatferry run /gm)).toHaveLength(2);
  expect(said.match(/^(bare undici loop|send, then sleep) /gm)).toHaveLength(2);
});

test.concurrent('the verify benchmark compares both exports with a loop that reads the same pages', async () => {
  const said = await run(['verify', '--messages=200', '--all-kinds=30', '--times=1']);

  expect(said.match(/messages, the bare loop /gm)).toHaveLength(2);
  expect(said.match(/messages, all (the same|different) .* ×/gm)).toHaveLength(3);
});

test.concurrent('the export benchmark compares the export of an app with that of a second app which imported it', async () => {
  const said = await run(['export', '--messages=300', '--round-trip']);

  expect(said.match(/^(bare listing|export|import of it|export of the second) /gm)).toHaveLength(4);
  expect(said).toContain('Both exports have the same records.');
});

test.each(Object.entries(systemExports))(
  'a generated export of %s is planned without rejected rows',
  async (system, { ending, write, ...more }) => {
    using folder = mkdtempDisposableSync(path.join(tmpdir(), 'bench-sources-'));
    const file = path.join(folder.path, `${system}.${ending}`);
    const now = Math.floor(Date.now() / 1000);
    await write(file, { users: 50, channels: 5, messages: 200, files: 10, seed: 1, now });

    const job = path.join(folder.path, 'job');
    const { kinds } = await planFiles([file], { job, ...more });

    expect(kinds.users?.planned).toBeGreaterThan(0);
    expect(kinds.messages?.planned).toBeGreaterThan(0);
    expect(Object.values(kinds).filter(({ rejected }) => rejected > 0)).toEqual([]);
  },
);

async function run(args: string[]): Promise<string> {
  const node = ['--conditions=@chatferry/source', bench];
  const { stdout } = await promisify(execFile)(process.execPath, [...node, ...args]);
  return stdout;
}
