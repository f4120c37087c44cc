import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { jobFolder } from '../src/folder/job-folder.ts';
import { makeJobFolder } from '../src/folder/make-job-folder.ts';
import { compilePlan } from '../src/planning/compile-plan.ts';
import { defaultPlanSettings, rulesFrom } from '../src/planning/plan-settings.ts';
import { fileSource } from '../src/planning/source.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'chatferry-changing-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

function row(index: number): string {
  return `${JSON.stringify({ uid: `u${index}`, name: 'n'.repeat(90) })}\n`;
}

/** Whole seconds, so that it can be restored exactly. */
const WRITTEN_AT = 1_789_000_000;

/** Plans one file of almost two megabytes, and changes it after its first rows were read. */
async function planWhile(change: (file: string) => void): Promise<string | undefined> {
  const file = path.join(folder, 'users.ndjson');
  writeFileSync(file, Array.from({ length: 15_000 }, (_, index) => row(index)).join(''));
  utimesSync(file, WRITTEN_AT, WRITTEN_AT);
  const job = jobFolder(path.join(folder, 'job'));
  makeJobFolder(job);
  let isChanged = false;
  try {
    await compilePlan({
      job,
      sources: [
        fileSource({
          file: 'users.ndjson',
          path: file,
          kind: 'users',
          format: 'ndjson',
          mapping: {},
        }),
      ],
      rules: rulesFrom(defaultPlanSettings, 1_790_000_000),
      config: {},
      version: '0',
      onProgress: () => {
        if (!isChanged) change(file);
        isChanged = true;
      },
    });
    return undefined;
  } catch (error) {
    return existsSync(job.plan) ? 'refused, and there is a plan' : (error as Error).message;
  }
}

test('an export that stays as it is, is planned', async () => {
  expect(await planWhile(() => {})).toBeUndefined();
});

/** Changes a file as if at the moment at which it was written. */
function atTheSameTime(change: (file: string) => void): (file: string) => void {
  return (file) => {
    change(file);
    utimesSync(file, WRITTEN_AT, WRITTEN_AT);
  };
}

test.each([
  ['grows', atTheSameTime((file) => appendFileSync(file, '{"uid":"late","name":"Late"}\n'))],
  [
    'is truncated',
    atTheSameTime((file) => truncateSync(file, Math.floor(statSync(file).size / 2))),
  ],
  ['is rewritten in place', (file: string) => utimesSync(file, 1_700_000_000, 1_700_000_000)],
  [
    'is replaced',
    atTheSameTime((file) => {
      writeFileSync(`${file}.new`, Buffer.alloc(statSync(file).size, '\n'));
      renameSync(`${file}.new`, file);
    }),
  ],
  ['is removed', (file: string) => rmSync(file)],
])('an export that %s while it is read is refused by name', async (_, change) => {
  expect(await planWhile(change)).toMatch(/^users\.ndjson changed while it was read/);
});

test('a file that changes after it was read, while another one is read, is refused by name', async () => {
  const users = path.join(folder, 'users.ndjson');
  const groups = path.join(folder, 'groups.ndjson');
  writeFileSync(users, row(1));
  writeFileSync(groups, '{"guid":"g","name":"G","type":"public"}\n');
  const job = jobFolder(path.join(folder, 'job'));
  makeJobFolder(job);

  const planning = compilePlan({
    job,
    sources: [
      fileSource({
        file: 'users.ndjson',
        path: users,
        kind: 'users',
        format: 'ndjson',
        mapping: {},
      }),
      fileSource({
        file: 'groups.ndjson',
        path: groups,
        kind: 'groups',
        format: 'ndjson',
        mapping: {},
      }),
    ],
    rules: rulesFrom(defaultPlanSettings, 1_790_000_000),
    config: {},
    version: '0',
    onProgress: (progress) => {
      if (progress.step === 'reading' && progress.file === 'groups.ndjson')
        appendFileSync(users, row(2));
    },
  });

  await expect(planning).rejects.toThrow(/^users\.ndjson changed while it was read/);
  expect(existsSync(job.plan)).toBe(false);
});
