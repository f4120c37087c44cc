import { expect, test } from 'vitest';
import { run } from '../../src/index.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { type RigShape, type Rig, startRig } from '../support/rig.ts';
import { users } from '../support/rows.ts';
import { runWithout } from '../support/without.ts';

/** A rig whose time passes only while the run sleeps. */
function rigOf(count: number, shape: RigShape = {}): Promise<Rig> {
  const clock = new ManualClock();
  return startRig(
    { users: users(count) },
    { clock, service: { now: () => clock.now() }, ...shape },
  );
}

const waited = async (sending: typeof run): Promise<boolean> => {
  await using rig = await rigOf(1);
  rig.service.setFaults([
    { fault: 'rate-limit', seconds: 40, tells: 'retry-after', when: { nth: 1 } },
  ]);
  await rig.run({}, { run: sending });
  const [limited, next] = rig.sends();
  return next!.at - limited!.at >= 39_000;
};

test('without the wait after a 429, the next request leaves at once', async () => {
  expect(await waited(run)).toBe(true);
  const hold = "    if (wait?.type === 'wait') holdAll(wait, batch.kind, ports);\n";
  expect(await waited(await runWithout('sending/exchange.ts', hold))).toBe(false);
});

const inFirstMinute = async (sending: typeof run): Promise<number> => {
  await using rig = await rigOf(70, { recordsPerRequest: 1 });
  await rig.run({ requestsPerMinute: 60 }, { run: sending });
  const times = rig.sends().map(({ at }) => at);
  return times.filter((at) => at < times[0]! + 60_000).length;
};

test('without a slot of the quota for each request, requests exceed it', async () => {
  expect(await inFirstMinute(run)).toBeLessThanOrEqual(60);
  const slot = 'const slot = await pace.reserve(this.#waiting);';
  const always = 'const slot = { leaveInMs: 0, validMs: 60_000 };';
  const sending = await runWithout('pacing/gate.ts', slot, always);
  expect(await inFirstMinute(sending)).toBeGreaterThan(60);
});

const failedInOutage = async (sending: typeof run): Promise<number> => {
  await using rig = await rigOf(8, { recordsPerRequest: 4, lanes: 1 });
  rig.service.setFaults([{ fault: 'html', status: 502, when: { from: 2, to: 30 } }]);
  const { result } = await rig.run({ giveUpAfterMs: 3_600_000 }, { run: sending });
  return result!.counts.users.failed;
};

test('without a sign that the service works, records are blamed for an outage', async () => {
  expect(await failedInOutage(run)).toBe(0);
  const probe = "  return probe === 'recognises';";
  expect(await failedInOutage(await runWithout('sending/decide.ts', probe, '  return true;'))).toBe(
    4,
  );
});

const refusedOf300 = async (sending: typeof run): Promise<number> => {
  await using rig = await startRig({ users: users(300) }, { recordsPerRequest: 10, lanes: 1 });
  rig.service.setFaults([
    { fault: 'refuse-records', operation: 'dataImport.users', code: 'ERR_BAD_NAME' },
  ]);
  const { result } = await rig.run({}, { run: sending });
  return result!.counts.users.failed;
};

test('without the brake, a service that refuses everything gets the whole plan', async () => {
  expect(await refusedOf300(run)).toBeLessThan(250);
  const brake = '  if (tooMany !== undefined) stopController.stop(tooMany);\n';
  expect(await refusedOf300(await runWithout('sending/run-kind.ts', brake))).toBe(300);
});
