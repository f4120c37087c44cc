import { appendFileSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { importWithout } from '../../../disk/test/support/import-without.ts';
import { exportApp, type ExportEvent } from '../../src/index.ts';
import { exported, rowsIn } from '../support/export-rig.ts';
import { type JobRig, startJobRig } from '../support/job-rig.ts';
import { clientOf, imported, NOW, text } from '../support/undo-rig.ts';

// Each test does the same with a safeguard and without it, and expects the loss that the safeguard prevents.

type Export = typeof exportApp;

const source = (file: string): URL => new URL(`../../src/${file}`, import.meta.url);

async function exportWithout(file: string, code: string, instead = ''): Promise<Export> {
  const safeguard = { file: source(file), code, instead };
  return (await importWithout<{ exportApp: Export }>(source('index.ts'), safeguard)).exportApp;
}

const SIGNED =
  'https://files.example.com/a.png?Expires=4000000000&Signature=SIGNATURE&Key-Pair-Id=K';

/** An app in which a job has created two users and a message. */
async function startApp(): Promise<JobRig> {
  const rig = await startJobRig({ requestsPerMinute: 'unlimited', sendsPerMinute: 'unlimited' });
  await imported(rig, {
    users: [
      { uid: 'ada', name: 'Ada', avatar: SIGNED, createdAt: NOW - 900 },
      { uid: 'bob', name: 'Bob', createdAt: NOW - 900 },
    ],
    messages: [text('m1', 'ada', 'bob')],
  });
  return rig;
}

const folderOf = (rig: JobRig): string => path.join(rig.folder, 'app');

/** Stops an export when the last list of its first reading was read. */
async function stopped(rig: JobRig, exporting: Export): Promise<void> {
  const stop = new AbortController();
  const onEvent = ({ step, share }: ExportEvent): unknown =>
    step === 'messages' && share === 1 && stop.abort();
  const { signal } = stop;
  await expect(exported(rig, { signal, onEvent }, exporting)).rejects.toThrow('aborted');
}

async function rename(rig: JobRig): Promise<void> {
  await using client = clientOf(rig);
  await client.users.update({ path: { uid: 'bob' }, body: { name: 'Robert' } });
}

const usersIn = (rig: JobRig, field: 'uid' | 'name'): string[] =>
  rowsIn(folderOf(rig), 'users.ndjson')
    .map((row) => row[field] as string)
    .toSorted((one, other) => (one < other ? -1 : 1));

const uidsIn = (rig: JobRig): string[] => usersIn(rig, 'uid');
const namesIn = (rig: JobRig): string[] => usersIn(rig, 'name');

/** A process is killed after it wrote a line and before it committed that. */
async function usersAfterKill(exporting: Export): Promise<unknown[]> {
  await using rig = await startApp();
  await stopped(rig, exporting);
  const file = path.join(folderOf(rig), 'users.ndjson');
  const [line] = readFileSync(file, 'utf8').split('\n');
  appendFileSync(file, `${line}\n`);
  await exported(rig, {}, exporting);
  return uidsIn(rig);
}

test('without cutting off what was not committed, a record is in an export twice', async () => {
  expect(await usersAfterKill(exportApp)).toEqual(['ada', 'bob']);
  const cut = '    ftruncateSync(this.#descriptor, committed.bytes);\n';
  const exporting = await exportWithout('exporting/appended-file.ts', cut);
  expect(await usersAfterKill(exporting)).toHaveLength(3);
});

/** A file of the export was written again, and the process was killed before the new one got its name. */
async function namesAfterKill(exporting: Export): Promise<unknown[]> {
  await using rig = await startApp();
  const file = path.join(folderOf(rig), 'users.ndjson');
  await exported(rig, {}, exporting);
  const before = readFileSync(file);
  await rename(rig);
  await exported(rig, { since: 'last' }, exporting);
  renameSync(file, `${file}.new`);
  writeFileSync(file, before);
  {
    using ledger = new DatabaseSync(path.join(folderOf(rig), 'export.sqlite'));
    ledger.exec("UPDATE settings SET value = 'users' WHERE name = 'renaming'");
  }
  await exported(rig, {}, exporting);
  return namesIn(rig);
}

test('without finishing what was begun, an export has the lines from before its last update', async () => {
  expect(await namesAfterKill(exportApp)).toEqual(['Ada', 'Robert']);
  const finish = '  finishReplacing(folder, ledger);\n';
  const exporting = await exportWithout('library/export-app.ts', finish);
  expect(await namesAfterKill(exporting)).toEqual(['Ada', 'Bob']);
});

/** A user is renamed after the list of users was read. */
async function namesOfChangingApp(exporting: Export): Promise<unknown[]> {
  await using rig = await startApp();
  await stopped(rig, exporting);
  await rename(rig);
  await exported(rig, {}, exporting);
  return namesIn(rig);
}

test('without reading again what changed meanwhile, an export has what was so at no time', async () => {
  expect(await namesOfChangingApp(exportApp)).toEqual(['Ada', 'Robert']);
  const exporting = await exportWithout(
    'library/export-app.ts',
    'if (pass >= CLOSING_PASS) break;',
    'if (pass > 0) break;',
  );
  expect(await namesOfChangingApp(exporting)).toEqual(['Ada', 'Bob']);
});

/** An update from a moment after that to which the export is complete, and after a message between them. */
async function messagesAfterGap(exporting: Export): Promise<number> {
  await using rig = await startApp();
  await exported(rig, {}, exporting);
  {
    await using client = clientOf(rig);
    const body = { receiver: 'bob', receiverType: 'user', data: { text: 'New' } } as const;
    await client.messages.send({ onBehalfOf: 'ada', body });
  }
  await exported(rig, { since: Date.now() + 3_600_000 }, exporting);
  return rowsIn(folderOf(rig), 'messages.ndjson').length;
}

test('without the moment to which an export is complete, an update leaves a gap', async () => {
  await expect(messagesAfterGap(exportApp)).rejects.toMatchObject({ code: 'since-too-late' });
  const exporting = await exportWithout(
    'exporting/export-state.ts',
    'if (from > upTo)',
    'if (false)',
  );
  expect(await messagesAfterGap(exporting)).toBe(1);
});

async function usersOfTwoApps(exporting: Export): Promise<unknown[]> {
  await using rig = await startApp();
  await using other = await startJobRig({ appId: 'other-app' });
  await imported(other, { users: [{ uid: 'zoe', name: 'Zoe', createdAt: NOW }] });
  await exported(rig, {}, exporting);
  await exported(other, { folder: folderOf(rig), since: 'last' }, exporting);
  return uidsIn(rig);
}

test('without the app in its ledger, an export loses the people of one app to another one', async () => {
  await expect(usersOfTwoApps(exportApp)).rejects.toMatchObject({ code: 'other-app' });
  const exporting = await exportWithout(
    'exporting/export-state.ts',
    'if (before !== place)',
    'if (false)',
  );
  expect(await usersOfTwoApps(exporting)).toEqual(['zoe']);
});

/** The way back of an app in which nobody has written since the job. */
async function usersOfWayBack(exporting: Export): Promise<unknown[]> {
  await using rig = await startApp();
  await exported(rig, { job: rig.job, since: Date.now() - 3_600_000 }, exporting);
  return uidsIn(rig);
}

test('without the records of the job, a way back brings them to where they came from', async () => {
  expect(await usersOfWayBack(exportApp)).toEqual([]);
  const own = 'const isOwn = pass === OF_JOB;';
  const exporting = await exportWithout('exporting/way-back.ts', own, 'const isOwn = false;');
  expect(await usersOfWayBack(exporting)).toEqual(['ada', 'bob']);
});

async function avatarsOf(exporting: Export): Promise<string> {
  await using rig = await startApp();
  await exported(rig, {}, exporting);
  return JSON.stringify(rowsIn(folderOf(rig), 'users.ndjson'));
}

test('without removing signatures, who has an export has the files of the app', async () => {
  expect(await avatarsOf(exportApp)).not.toContain('SIGNATURE');
  const exporting = await exportWithout(
    'exporting/export-writer.ts',
    'const exported = withoutSecrets(shown);',
    'const exported = shown;',
  );
  expect(await avatarsOf(exporting)).toContain('SIGNATURE');
});
