import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { run } from '../../src/index.ts';
import { type FrontAnswer, startFront } from '../support/front.ts';
import { startRig } from '../support/rig.ts';
import { messages, users } from '../support/rows.ts';
import { runWithout } from '../support/without.ts';

const MESSAGES = 3;

/** Requests that have arrived and have no answer yet, and the messages that the service holds. */
interface Moment {
  readonly open: readonly string[];
  readonly held: () => readonly string[];
}

/**
 * Messages of one conversation, one in each request.
 *
 * @param arrived called for each request with a message; the service gets it when the promise resolves
 * @returns the messages in the order in which they are stored
 */
async function storedBy(
  sending: typeof run,
  arrived: (muid: string, now: Moment) => Promise<unknown>,
): Promise<readonly string[]> {
  const rows = { users: users(2), messages: messages(MESSAGES, 2) };
  await using rig = await startRig(rows, { recordsPerRequest: 1, lanes: 1 });
  const open = new Set<string>();
  const held = (): string[] => rig.held('messages');
  await using front = await startFront(
    rig.service,
    async ({ path, body }): Promise<FrontAnswer> => {
      if (!path.endsWith('/data_import/messages')) return 'pass';
      const [muid] = Object.keys((JSON.parse(body) as { messages: object }).messages);
      open.add(muid!);
      await arrived(muid!, { open: [...open], held });
      open.delete(muid!);
      return 'pass';
    },
  );
  await rig.run({}, { run: sending, baseUrl: front.baseUrl });
  return rig.held('messages');
}

/** The first message gets to the service when it holds all others. */
async function firstLast(muid: string, { held }: Moment): Promise<void> {
  const others = muid === 'm1' ? MESSAGES - 1 : 0;
  while (held().length < others) await setImmediate();
}

test('without waiting for the answer before it, a message overtakes another one of its conversation', async () => {
  const atOnce: (readonly string[])[] = [];
  const watched = async (_: string, { open }: Moment): Promise<void> => {
    atOnce.push(open);
    // The runner may do all that it can do without an answer.
    for (let turn = 0; turn < 50; turn++) await setImmediate();
  };
  expect(await storedBy(run, watched)).toEqual(['m1', 'm2', 'm3']);
  expect(atOnce).toEqual([['m1'], ['m2'], ['m3']]);

  const sending = await runWithout(
    'sending/run-kind.ts',
    `      const answerMs = await sendDue(progress, known !== undefined, intent, ports);
      await settling;
      // The lane does not wait for the commit: the next batch does not depend on it, and may share it.
      settling = settle(progress, answerMs, ports);
`,
    `      settling = Promise.all([settling, sendDue(progress, known !== undefined, intent, ports)]).then(
        ([, answerMs]) => settle(progress, answerMs, ports),
      );
`,
  );
  expect((await storedBy(sending, firstLast)).at(-1)).toBe('m1');
});
