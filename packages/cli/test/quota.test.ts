import { jobFolder } from '@chatferry/job/planned';
import { type Rate, readControl, setRate } from '@chatferry/runner';
import { expect, test } from 'vitest';
import type { Configuration } from '@chatferry/configuration';
import { settingsFrom } from '../src/configuration/settings.ts';
import { readingRate } from '../src/repairing/reading-rate.ts';
import { quotaInForce } from '../src/running/quota-in-force.ts';
import type { Workspace } from '../src/configuration/workspace.ts';
import { writeForum } from './support/forum.ts';
import { startRig } from './support/rig.ts';

async function plannedRig(): Promise<Awaited<ReturnType<typeof startRig>>> {
  const rig = await startRig();
  writeForum(rig, 5);
  await rig.cli(['plan', rig.export]);
  return rig;
}

test('the first line of a run states the quota and where it comes from', async () => {
  await using rig = await plannedRig();
  const [app, address] = rig.target as [string, string];
  const config = rig.write('chatferry.yaml', 'requestsPerMinute: 60000\n');

  const { err } = await rig.cli(['run', app, address, '--config', config]);
  expect(err.split('\n')[0]).toBe(
    'Quota: 60,000 requests a minute, from requestsPerMinute in the configuration.',
  );
  expect((await rig.cli(['run', app, address])).err).toContain(
    "Quota: 60 requests a minute, the service's limit for imports.",
  );
});

test('a quota typed on the command line ends an earlier rate', async () => {
  await using rig = await plannedRig();
  const [app, address] = rig.target as [string, string];
  await rig.cli(['rate', '0']);

  // A rate of 0 would never let it finish.
  const { status, err } = await rig.cli(['run', app, address, '--requests-per-minute', '60000']);

  expect(status).toBe(0);
  expect(err).toContain('from --requests-per-minute. The earlier rate of 0 ends.');
});

test('without one the earlier rate holds, and the run says so', async () => {
  await using rig = await plannedRig();
  const [app, address] = rig.target as [string, string];
  await rig.cli(['rate', '60000']);

  const { status, err } = await rig.cli(['run', app, address]);

  expect(status).toBe(0);
  expect(err).toContain('Quota: 60,000 requests a minute, from an earlier rate command.');
  expect(err).toContain('chatferry rate default');
});

function rateOf(text: string): Rate | undefined {
  if (text === '') return undefined;
  return text === 'unlimited' ? text : Number(text);
}

test('the quota that a run begins with is typed, asked for earlier, configured, or the default', async () => {
  await using rig = await plannedRig();
  const job = jobFolder(rig.job);
  const begins = (typed: string, earlier: string, configured: string): string => {
    setRate(rig.job, rateOf(earlier));
    const values = typed === '' ? {} : { 'requests-per-minute': rateOf(typed)! };
    const configuration = (
      configured === '' ? {} : { requestsPerMinute: configured }
    ) as Configuration;
    const setting = settingsFrom(values, configuration, {});
    const workspace = { job, setting, configuration, next: () => 'NEXT' };
    const line = quotaInForce(workspace as unknown as Workspace, values);
    return `${line} -> ${readControl(rig.job).requestsPerMinute ?? 'none'}`;
  };
  const asked = 'from an earlier rate command. Restore the quota of the run with: NEXT';
  const is = 'from requestsPerMinute in the configuration.';

  expect([
    begins('', '', ''),
    begins('', '', '7'),
    begins('', '0', '7'),
    begins('', '1', ''),
    begins('', 'unlimited', '7'),
    begins('5', '', '7'),
    begins('5', '0', ''),
    begins('unlimited', '6', '7'),
  ]).toEqual([
    "Quota: 60 requests a minute, the service's limit for imports. -> none",
    `Quota: 7 requests a minute, ${is} -> none`,
    `Quota: 0 requests a minute, ${asked} -> 0`,
    `Quota: 1 request a minute, ${asked} -> 1`,
    `Quota: unlimited, ${asked} -> unlimited`,
    'Quota: 5 requests a minute, from --requests-per-minute. -> none',
    'Quota: 5 requests a minute, from --requests-per-minute. The earlier rate of 0 ends. -> none',
    'Quota: unlimited, from --requests-per-minute. The earlier rate of 6 ends. -> none',
  ]);
});

test('rate without a number says what it needs, with or without a job', async () => {
  await using rig = await startRig();

  const { status, err } = await rig.cli(['rate']);

  expect(status).toBe(2);
  expect(err).toContain('One rate is needed.');
});

test.each(['-v', '-V', '--version'])('%s prints the version', async (flag) => {
  await using rig = await startRig();

  expect(await rig.cli([flag])).toMatchObject({
    status: 0,
    out: expect.stringMatching(/^\d/) as string,
  });
});

test('reading has no limit only where sending has none', () => {
  const rates = [undefined, 1, 500, 'unlimited', { timetable: '08:00-18:00/100' }] as const;

  expect(rates.map((rate) => readingRate({ 'requests-per-minute': rate } as object))).toEqual([
    undefined,
    undefined,
    undefined,
    'unlimited',
    undefined,
  ]);
});
