import { expect, test } from 'vitest';
import { writeForum } from './support/forum.ts';
import { interrupted, requestsOf } from './support/interrupt.ts';
import { type Rig, startRig } from './support/rig.ts';

/** What the app has, and what the ledger says of it. */
async function messagesOf(rig: Rig): Promise<object> {
  const { out } = await rig.cli(['status', '--json']);
  const { kinds } = JSON.parse(out) as { kinds: { messages: Record<string, number> } };
  const { created, unresolved, present } = kinds.messages;
  const held = rig.service.db.prepare('SELECT muid FROM messages').all().length;
  return { held, created, unresolved, present };
}

/** Requests with messages are answered so late that they are in flight when the command is interrupted. */
const late = { fault: 'latency', operation: 'dataImport.messages', ms: 300 } as const;

test.each([[], ['--json'], ['--quiet']])(
  'a run that is interrupted records what is in flight, with %j too',
  async (...how: string[]) => {
    await using rig = await startRig({ faults: [late] });
    await rig.cli(['plan', writeForum(rig), '--records-per-request=2']);
    const args = ['run', ...rig.target, '--metrics=0', ...how];

    const { status, out, err } = await interrupted(
      rig,
      args,
      () => requestsOf(rig, 'dataImport.messages') === 2,
    );

    const isJson = how.includes('--json');
    const lines = (isJson ? out.split('\n') : []).map(
      (line) => JSON.parse(line) as { end?: string },
    );
    expect(status).toBe(130);
    expect(await messagesOf(rig)).toEqual({ held: 4, created: 4, unresolved: 0, present: 0 });
    expect(lines.map((line) => line.end).filter((end) => end !== undefined)).toEqual(
      isJson ? ['stopped'] : [],
    );
    expect(err.includes('stopping: waits for answers to requests in flight')).toBe(!isJson);
  },
);

test.each([
  ['verifies', 'users.list', 1],
  ['sends', 'users.update', 1],
  ['verifies what it has sent', 'users.list', 3],
])(
  'a repair that is interrupted while it %s ends with 130, and continues',
  async (_, operation, nth) => {
    await using rig = await startRig();
    await rig.cli(['import', writeForum(rig, 6), ...rig.target]);
    rig.service.db.exec(
      "UPDATE users SET name = 'A' WHERE uid = 'ada'; DELETE FROM messages WHERE muid = 'm1'",
    );
    const before = requestsOf(rig, operation);
    rig.service.setFaults([{ fault: 'latency', operation, ms: 200, when: { nth } }]);

    const { status } = await interrupted(
      rig,
      ['repair', ...rig.target],
      () => requestsOf(rig, operation) === before + nth,
    );

    expect(status).toBe(130);
    expect(await rig.cli(['repair', ...rig.target])).toMatchObject({ status: 0 });
    expect(await rig.cli(['verify', ...rig.target])).toMatchObject({ status: 0 });
  },
);

test('a verification reads at the rate that is typed', async () => {
  await using rig = await startRig();
  await rig.cli(['import', writeForum(rig, 6), ...rig.target]);
  const before = rig.service.requests.length;
  const given = ['verify', ...rig.target.slice(0, 2), '--requests-per-minute=1'];

  const asked: number[] = [];
  const { status } = await interrupted(
    rig,
    given,
    () => asked.push(rig.service.requests.length - before) > 100 && asked.at(-1)! > 0,
  );

  expect([status, asked.at(-1)]).toEqual([130, 1]);
});
