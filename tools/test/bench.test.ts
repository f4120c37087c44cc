import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const bench = path.join(import.meta.dirname, '../src/bench.ts');

// The figures are for people to judge; the tests check only that the benchmarks work.

test.concurrent('the plan benchmark prints a line for each format and size', async () => {
  const size = ['--users=200', '--memberships=1000', '--messages=500,1000'];

  const said = await run(['plan', ...size]);

  expect(said.match(/^(csv|ndjson) +(500|1,000) /gm)).toHaveLength(4);
});

test.concurrent('the run benchmark prints both senders, without and with a quota', async () => {
  const said = await run(['run', '--messages=1000', '--seconds=2', '--requests-per-minute=600']);

  expect(said.match(/^chatferry run /gm)).toHaveLength(2);
  expect(said.match(/^(bare undici loop|send, then sleep) /gm)).toHaveLength(2);
});

test.concurrent('the verify benchmark prints both cases', async () => {
  const said = await run(['verify', '--messages=1000']);

  expect(said.match(/^all (the same|different) /gm)).toHaveLength(2);
});

test.concurrent('the delta benchmark plans what is new in as few requests as it needs', async () => {
  const said = await run(['delta', '--messages=2000', '--new=200', '--formats=csv']);

  expect(said).toMatch(/^csv +2,200 +200 +4 /m);
});

test.concurrent('the sources benchmark plans a generated export of each system', async () => {
  const said = await run(['sources', '--users=50', '--channels=5', '--messages=500', '--files=20']);

  expect(said.match(/^[a-z]+ +[\d,]+ +[\d,]+ /gm)).toHaveLength(13);
});

async function run(args: string[]): Promise<string> {
  const node = ['--conditions=@chatferry/source', bench];
  const { stdout } = await promisify(execFile)(process.execPath, [...node, ...args]);
  return stdout;
}
