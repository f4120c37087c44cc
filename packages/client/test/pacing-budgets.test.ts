import { limits } from '@chatferry/contract';
import { expect, test } from 'vitest';
import { startRig } from './support/rig.ts';
import { json } from './support/scripted-server.ts';

test('each budget has its own pace', async () => {
  await using rig = await startRig([json(200, { data: { uid: 'ada', success: true } })], {
    requestsPerMinute: { import: 60, core: 600, standard: 6000 },
  });
  const path = { uid: 'ada' };

  await rig.client.users.delete({ path });
  await rig.client.users.get({ path });
  await rig.client.call('dataImport.users', { body: { users: {} } });
  expect(rig.clock.sleeps).toEqual([]);
  await rig.client.users.get({ path });
  await rig.client.users.delete({ path });
  await rig.client.call('dataImport.users', { body: { users: {} } });

  expect(rig.clock.sleeps).toEqual([10, 90, 900]);
});

test('an attempt is not paced', async () => {
  await using rig = await startRig([json(200, {})], { requestsPerMinute: { import: 1 } });

  await rig.client.attempt('dataImport.users', { bodyBytes: Buffer.from('{}') });
  await rig.client.attempt('dataImport.users', { bodyBytes: Buffer.from('{}') });

  expect(rig.clock.sleeps).toEqual([]);
});

test('a 429 holds back the other requests of its budget too', async () => {
  const later = json(429, { error: { code: 'ERR_TOO_MANY_REQUESTS' } }, { 'retry-after': '7200' });
  await using rig = await startRig([later, json(200, { data: { uid: 'ada' } })]);
  const path = { uid: 'ada' };

  await expect(rig.client.users.get({ path })).rejects.toMatchObject({ code: 'rate-limited' });
  await rig.client.users.get({ path });

  expect(rig.clock.sleeps).toEqual([7_200_000]);
});

test('a repeat of a request counts like another request', async () => {
  const busy = json(503, { error: { code: 'ERR_MISSION_FAILED' } });
  await using rig = await startRig([busy, json(200, { data: { uid: 'ada' } })], {
    requestsPerMinute: { standard: 6 },
  });

  await rig.client.users.get({ path: { uid: 'ada' } });
  await rig.client.users.get({ path: { uid: 'ada' } });

  expect(rig.clock.sleeps).toEqual([500, 9500, 10_000]);
});

test('a 503 holds back no request but its own, whatever wait it states', async () => {
  const later = json(503, { error: { code: 'ERR_MISSION_FAILED' } }, { 'retry-after': '7200' });
  await using rig = await startRig([later, json(200, { data: { uid: 'ada' } })]);
  const path = { uid: 'ada' };

  await expect(rig.client.users.get({ path })).rejects.toMatchObject({ code: 'service-trouble' });
  await rig.client.users.get({ path });

  expect(rig.clock.sleeps).toEqual([]);
});

test('without a rate of the caller each budget has the documented one', async () => {
  await using rig = await startRig([json(200, { data: { uid: 'ada', success: true } })], {
    requestsPerMinute: {},
  });
  const path = { uid: 'ada' };
  const calls = [
    () => rig.client.users.delete({ path }),
    () => rig.client.users.get({ path }),
    () => rig.client.call('dataImport.users', { body: { users: {} } }),
  ];
  const gaps: number[] = [];
  for (const call of calls) {
    await call();
    const before = rig.clock.now();
    await call();
    gaps.push(60_000 / (rig.clock.now() - before));
  }

  const { coreRequestsPerMinute, standardRequestsPerMinute, importRequestsPerMinute } = limits;
  expect(gaps.map(Math.round)).toEqual([
    coreRequestsPerMinute,
    standardRequestsPerMinute,
    importRequestsPerMinute,
  ]);
});
