import { expect, test } from 'vitest';
import { run } from '../../src/index.ts';
import { startRig } from '../support/rig.ts';
import { messages, users } from '../support/rows.ts';
import { runWithout } from '../support/without.ts';

/** Messages of one conversation, of whose requests the first takes long. @returns them in the order in which they are stored */
const storedBy = async (sending: typeof run): Promise<readonly string[]> => {
  const rows = { users: users(2), messages: messages(3, 2) };
  await using rig = await startRig(rows, { recordsPerRequest: 1, lanes: 1 });
  rig.service.setFaults([
    { fault: 'latency', operation: 'dataImport.messages', ms: 150, when: { nth: 1 } },
  ]);
  await rig.run({}, { run: sending });
  return rig.held('messages');
};

test('without waiting for the answer before it, a message overtakes another one of its conversation', async () => {
  expect(await storedBy(run)).toEqual(['m1', 'm2', 'm3']);
  const sending = await runWithout(
    'sending/run-kind.ts',
    '      const answerMs = await sendDue(progress, known !== undefined, intent, ports);\n',
    `      const answerMs = 0;
      void sendDue(progress, known !== undefined, intent, ports).catch(() => {});
      await new Promise((resolve) => setTimeout(resolve, 40));\n`,
  );
  expect((await storedBy(sending)).at(-1)).toBe('m1');
});
