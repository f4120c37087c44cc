import { expect, test } from 'vitest';
import { runStatus } from '../src/index.ts';
import { type FrontAnswer, startFront } from './support/front.ts';
import { ManualClock } from './support/manual-clock.ts';
import { startRig } from './support/rig.ts';
import { messages, users } from './support/rows.ts';

const error = { code: 'ERR_OPERATION_FAILED', message: 'The operation could not be completed.' };

/** Fails every request; one with a single record names it, and reports only trouble. */
function trouble(body: string): FrontAnswer {
  const uids = Object.keys((JSON.parse(body) as { users: object }).users);
  return uids.length > 1
    ? { status: 500, body: { error } }
    : { status: 200, body: { data: { [uids[0]!]: { success: false, error } } } };
}

test('while a record that landed before is answered with trouble, no other record is blamed', async () => {
  const clock = new ManualClock();
  await using rig = await startRig(
    { users: users(20) },
    { recordsPerRequest: 10, lanes: 1, clock },
  );
  await using front = await startFront(rig.service, ({ number, body }) =>
    number === 1 ? 'pass' : trouble(body),
  );

  const { result } = await rig.run({ giveUpAfterMs: 600_000 }, { baseUrl: front.baseUrl });
  const next = await rig.run();

  expect(result).toMatchObject({
    end: 'stopped',
    reason: { code: 'gave-up' },
    counts: { users: { created: 10, failed: 0, unresolved: 0, pending: 10 } },
  });
  expect(next.result).toMatchObject({ end: 'finished', counts: { users: { created: 20 } } });
});

test('a probe sends a record that landed, not another one of its part', async () => {
  const clock = new ManualClock();
  const shape = { recordsPerRequest: 4, lanes: 1, clock };
  await using rig = await startRig({ users: users(8) }, shape);
  await using front = await startFront(rig.service, ({ number, body }) => {
    if (number === 1) {
      rig.service.seed({ users: users(4).slice(3) });
      return { status: 413, body: {} };
    }
    const isBad = body.includes('"u2"') || body.includes('"u5"');
    return isBad ? { status: 500, body: { error } } : 'pass';
  });

  const { result } = await rig.run({ giveUpAfterMs: 600_000 }, { baseUrl: front.baseUrl });

  expect(result).toMatchObject({
    end: 'finished',
    counts: { users: { created: 5, present: 1, failed: 2 } },
  });
  // The probes are among the requests that the ledger counts.
  expect(runStatus(rig.plan.path, rig.ledgerPath).requests).toBe(front.requests.length);
});

test('a probe that is refused without a known reason does not stop the run', async () => {
  const clock = new ManualClock();
  await using rig = await startRig(
    { users: users(20) },
    { recordsPerRequest: 10, lanes: 1, clock },
  );
  let probes = 0;
  await using front = await startFront(rig.service, ({ number, body }) => {
    if (number === 1 || probes > 0) return 'pass';
    const isProbe = Object.keys((JSON.parse(body) as { users: object }).users).length === 1;
    if (!isProbe) return { status: 500, body: { error } };
    probes++;
    return { status: 403, body: { error: { code: 'ERR_ODD', message: 'No.' } } };
  });

  const { result } = await rig.run({ giveUpAfterMs: 600_000 }, { baseUrl: front.baseUrl });

  expect(probes).toBe(1);
  expect(result).toMatchObject({ end: 'finished', counts: { users: { created: 20 } } });
});

test('a record that landed in an earlier run shows that the service works', async () => {
  const clock = new ManualClock();
  await using rig = await startRig(
    { users: users(20) },
    { recordsPerRequest: 10, lanes: 1, clock },
  );
  rig.service.setFaults([
    { fault: 'status-before', status: 401, code: 'AUTH_ERR_APIKEY_NOT_FOUND', when: { from: 2 } },
  ]);
  await rig.run();
  rig.service.setFaults([]);
  await using front = await startFront(rig.service, ({ body }) =>
    body.includes('"u15"') ? { status: 502, body: {} } : 'pass',
  );

  const { result } = await rig.run({ giveUpAfterMs: 600_000 }, { baseUrl: front.baseUrl });

  expect(result).toMatchObject({ end: 'finished', counts: { users: { created: 19, failed: 1 } } });
});

test('records that make the service fail, one after the other, are no outage as long as it recognises what landed', async () => {
  const clock = new ManualClock();
  const shape = { recordsPerRequest: 1, lanes: 1, clock };
  await using rig = await startRig({ users: users(9) }, shape);
  await using front = await startFront(rig.service, ({ body }) =>
    body.includes('"u1"') ? 'pass' : { status: 502, body: {} },
  );

  const { result } = await rig.run(
    { giveUpAfterMs: 10_000, maxFailures: 'none' },
    { baseUrl: front.baseUrl },
  );

  expect(result).toMatchObject({ end: 'finished', counts: { users: { created: 1, failed: 8 } } });
});

test('an outage of messages alone that begins after some have landed fails none', async () => {
  const clock = new ManualClock();
  const rows = { users: users(4), messages: messages(30, 4) };
  await using rig = await startRig(rows, { recordsPerRequest: 10, lanes: 1, clock });
  rig.service.setFaults([
    { fault: 'status-before', operation: 'dataImport.messages', when: { from: 2 } },
  ]);

  const { result } = await rig.run({ giveUpAfterMs: 3_600_000 });

  expect(result).toMatchObject({
    end: 'stopped',
    reason: { code: 'gave-up' },
    counts: { messages: { created: 10, failed: 0, unresolved: 0, pending: 20 } },
  });
});

test('a key that is refused while the service is probed stops the run', async () => {
  const clock = new ManualClock();
  const shape = { recordsPerRequest: 10, lanes: 1, clock };
  await using rig = await startRig({ users: users(20) }, shape);
  await using front = await startFront(rig.service, ({ number, body }) => {
    if (number === 1) return 'pass';
    return body.includes('"u15"') || body.includes('"u11"')
      ? { status: 500, body: { error } }
      : { status: 401, body: { error: { code: 'AUTH_ERR_APIKEY_NOT_FOUND', message: 'No.' } } };
  });

  const { result } = await rig.run({ giveUpAfterMs: 600_000 }, { baseUrl: front.baseUrl });

  expect(result).toMatchObject({
    end: 'stopped',
    reason: { code: 'key-refused' },
    counts: { users: { created: 10, failed: 0, pending: 10 } },
  });
});

test('the time to give up is counted for each outage from its own beginning', async () => {
  const clock = new ManualClock();
  const shape = { recordsPerRequest: 10, lanes: 1, clock };
  await using rig = await startRig({ users: users(100) }, shape);
  rig.service.setFaults([
    { fault: 'status-before', when: { nth: 2 } },
    { fault: 'status-before', when: { nth: 9 } },
  ]);

  const { result } = await rig.run({ requestsPerMinute: 1, giveUpAfterMs: 60_000 });

  expect(result).toMatchObject({ end: 'finished', counts: { users: { created: 100 } } });
});
