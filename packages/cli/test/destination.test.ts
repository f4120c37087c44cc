import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { writeForum } from './support/forum.ts';
import { type Rig, startRig } from './support/rig.ts';

async function sentJob(): Promise<Rig> {
  const rig = await startRig();
  await rig.cli(['import', writeForum(rig), ...rig.target]);
  return rig;
}

test('plan and ledger alone keep a job to its app: no other file has to outlive a power cut', async () => {
  await using rig = await sentJob();
  const files = readdirSync(rig.job);
  expect(files).not.toContain('target.json');
  expect(files).not.toContain('last-options.json');
  for (const file of files)
    if (!['plan.sqlite', 'ledger.sqlite'].includes(file))
      rmSync(path.join(rig.job, file), { recursive: true });

  const other = await rig.cli(['run', '--app-id=production', '--region=eu']);

  expect(other.err).toContain('have been sent to the app local-app at http://127.0.0.1');
  expect(other.status).toBe(2);
});

test('a begun ledger that does not name its app is refused', async () => {
  await using rig = await sentJob();
  {
    using ledger = new DatabaseSync(path.join(rig.job, 'ledger.sqlite'));
    ledger.exec("DELETE FROM run WHERE key = 'target'");
  }

  for (const args of [
    ['run', ...rig.target],
    ['retry', ...rig.target],
    ['status'],
    ['explain', 'users:ada'],
  ]) {
    const { status, err } = await rig.cli(args);
    expect(err).toContain('does not name the app that its records went to');
    expect([args[0], status]).toEqual([args[0], 2]);
  }
});

test('another database of the local service is another place, whatever its app id and address', async () => {
  await using rig = await sentJob();
  await using other = await startRig();
  expect(other.service.appId).toBe(rig.service.appId);

  const { status, err } = await rig.cli(['run', ...other.target], {
    env: { CHATFERRY_API_KEY: other.service.apiKey },
  });

  expect(err).toContain('sent to another local service');
  expect(status).toBe(2);
  expect((await rig.cli(['run', ...rig.target])).status).toBe(0);
});

test('a job of which no record has landed can go to another local service', async () => {
  await using rig = await startRig();
  await rig.cli(['plan', writeForum(rig)]);
  rig.service.setFaults([
    { fault: 'status-before', status: 403, code: 'ERR_FORBIDDEN', operation: 'dataImport.*' },
  ]);
  expect((await rig.cli(['run', ...rig.target])).status).toBe(3);
  await using other = await startRig();

  const { status } = await rig.cli(['run', ...other.target], {
    env: { CHATFERRY_API_KEY: other.service.apiKey },
  });

  expect(status).toBe(0);
});

test('an app that was mistyped is not remembered, and nothing was sent to it', async () => {
  await using rig = await startRig();
  await rig.cli(['plan', writeForum(rig)]);
  const [, ...rest] = rig.target;

  const mistyped = await rig.cli(['run', '--app-id=lcal-app', ...rest]);

  expect(mistyped.status).toBe(3);
  const { out } = await rig.cli(['status']);
  expect(out).toContain('Stopped. 129 of 129 records are not sent yet.');
  expect(out).not.toContain('Sent to');
  expect(out).toContain('--app-id ID --region REGION');
  expect(rig.inJob('report.html')).toContain('not chosen yet');
  expect(JSON.parse((await rig.cli(['status', '--json'])).out)).not.toHaveProperty('target');
  expect(await rig.cli(['run'])).toMatchObject({
    status: 2,
    err: expect.stringContaining('The app id is not set'),
  });
  expect(await rig.cli(['run', ...rig.target])).toMatchObject({ status: 0 });
  expect((await rig.cli(['status'])).out).toContain('Sent to the app local-app at');
});

test('run, retry, verify and status take the target from the job', async () => {
  await using rig = await sentJob();

  expect(await rig.cli(['run'])).toMatchObject({ status: 0 });
  expect(await rig.cli(['retry'])).toMatchObject({ status: 0 });
  expect(await rig.cli(['verify'])).toMatchObject({ status: 0 });
  expect((await rig.cli(['status'])).out).toContain(
    `Sent to the app local-app at ${rig.service.baseUrl}`,
  );
  const { target } = JSON.parse((await rig.cli(['status', '--json'])).out);
  expect(target).toEqual({ appId: 'local-app', baseUrl: rig.service.baseUrl });
  // An address alone is not that of this app.
  expect(await rig.cli(['run', '--base-url=http://127.0.0.1:9/v3'])).toMatchObject({
    status: 2,
    err: expect.stringContaining('The app id is not set'),
  });
});

test('a key goes to the address in a job folder only where it went before', async () => {
  await using rig = await sentJob();
  await using thief = await startRig();
  const name = (target: object): void => {
    using ledger = new DatabaseSync(path.join(rig.job, 'ledger.sqlite'));
    ledger.exec(`UPDATE run SET value = '${JSON.stringify(target)}' WHERE key = 'target'`);
  };
  const appId = rig.service.appId;
  const env = { CHATFERRY_API_KEY: 'the-key-of-somebody-else' };
  const commands = [['run'], ['retry'], ['verify'], ['repair'], ['undo', '--yes', appId]];
  const before = rig.service.requests.length;

  for (const args of commands)
    expect(await rig.cli(args, { env })).toMatchObject({
      status: 2,
      err: expect.stringContaining(`names the address ${rig.service.baseUrl}, which is not one`),
    });
  expect(rig.service.requests.length).toBe(before);

  name({ appId, baseUrl: thief.service.baseUrl });
  for (const args of commands)
    expect(await rig.cli(args)).toMatchObject({
      status: 2,
      err: expect.stringContaining('The options are --app-id and --base-url.'),
    });
  expect(thief.service.requests).toEqual([]);

  // A region becomes part of the host.
  name({ appId, region: 'eu.thief.example/' });
  expect((await rig.cli(['verify'])).err).toContain("'eu.thief.example/' is not a region");

  name({ appId, baseUrl: rig.service.baseUrl });
  expect((await rig.cli(['verify'])).status).toBe(0);
});

test('a delta is sent where the job before it went, and with its key only', async () => {
  await using rig = await sentJob();
  const folders = ['night', 'morning'].map((name) => `--job=${path.join(rig.folder, name)}`);
  const [night, morning] = folders as [string, string];
  const after = `--after=${path.join(rig.folder, 'night')}`;
  await rig.cli(['plan', writeForum(rig, 121), `--after=${rig.job}`, night]);
  const env = { CHATFERRY_API_KEY: 'the-key-of-somebody-else' };

  expect(await rig.cli(['run', night], { env })).toMatchObject({
    status: 2,
    err: expect.stringContaining(`names the address ${rig.service.baseUrl}, which is not one`),
  });
  expect(await rig.cli(['run', night])).toMatchObject({ status: 0 });
  await rig.cli(['plan', writeForum(rig, 122), after, morning]);
  expect(await rig.cli(['run', morning])).toMatchObject({ status: 0 });
});

test('before anything was sent, a target has to be given', async () => {
  await using rig = await startRig();
  await rig.cli(['plan', writeForum(rig)]);

  expect(await rig.cli(['run'])).toMatchObject({
    status: 2,
    err: expect.stringContaining('Give --app-id ID'),
  });
});

test('a key in the place of the app id or in the address is refused before it is stored', async () => {
  await using rig = await startRig();
  await rig.cli(['plan', writeForum(rig)]);
  const key = rig.service.apiKey;

  for (const target of [
    [`--app-id=${key}`, '--region=us'],
    ['--app-id=a1', `--base-url=${rig.service.baseUrl}/${key}`],
  ]) {
    const { status, err } = await rig.cli(['run', ...target]);
    expect(err).toContain('contains an API key');
    expect(err).not.toContain(key);
    expect(status).toBe(2);
  }
  expect(rig.hasInJob('ledger.sqlite')).toBe(false);
});
