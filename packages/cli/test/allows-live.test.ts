import { byKind } from '@chatferry/contract';
import type { UndoStatus } from '@chatferry/job/planned';
import { expect, test } from 'vitest';
import type { OptionValues } from '../src/arguments/options.ts';
import type { Io } from '@chatferry/output/terms/io';
import { Refusal } from '@chatferry/contract/refusal';
import { allowsLive } from '../src/running/allows-live.ts';
import { confirmUndo } from '../src/undoing/confirm-undo.ts';

/** Answers in order, and the questions that they were given to; without answers no person is there. */
function person(answers: readonly string[] | undefined): { io: Io; questions: string[] } {
  const questions: string[] = [];
  const ask = async (question: string): Promise<string> => {
    questions.push(question);
    return answers![questions.length - 1] ?? '';
  };
  return { io: (answers === undefined ? {} : { ask }) as Io, questions };
}

const LIVE =
  'The plan has 1 reaction, which are sent live: the app may notify users and call webhooks. Send them? [y/N] ';

test('live operations are asked about, of a person who can answer', async () => {
  const choices: OptionValues[] = [{}, { json: true }];
  const answers = ['y', 'Y', 'yes', ' YES ', 'n', 'no', '', 'yess', 'oy', 'ja'];

  for (const values of choices)
    for (const answer of [undefined, ...answers]) {
      const { io, questions } = person(answer === undefined ? undefined : [answer]);
      const isAsked = answer !== undefined && values.json === undefined;
      const isAllowed = isAsked && ['y', 'yes'].includes(answer.trim().toLowerCase());

      const found = await allowsLive([{ kind: 'reactions', records: 1 }], values, io);

      const expected = { values, answer, found: isAllowed, questions: isAsked ? [LIVE] : [] };
      expect({ values, answer, found, questions }).toEqual(expected);
    }
});

const APP = 'To remove them for good, type the app id app-1: ';
const NUMBER =
  '9 users and groups hold records of others, which are removed too. Type this number: ';

/** What an undo says before it removes anything: nothing when it is confirmed. */
async function refusalOf(
  given: Omit<Parameters<typeof confirmUndo>[1], 'appId'>,
  io: Io,
): Promise<readonly string[]> {
  const config = { kept: { users: 4, groups: 5 } };
  const status = { state: 'planned', config, kinds: byKind(() => ({ skipped: 2 })) };
  try {
    await confirmUndo(status as unknown as UndoStatus, { appId: 'app-1', ...given }, io);
    return [];
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return [...error.lines, error.fix!];
  }
}

test('an undo is confirmed with the app id, and by force with the number of users and groups too', async () => {
  const apps = [undefined, 'app-1', ' app-1 ', 'app-2', ''];
  const numbers = ['9', ' 9', '8', '4', '', 'nine', 'app-1'];
  for (const typed of apps)
    for (const answer of apps)
      for (const force of [false, true])
        for (const kept of [undefined, 0, 8, 9])
          for (const number of numbers) {
            const { io, questions } = person(answer === undefined ? undefined : [answer, number]);
            const name = typed ?? answer;
            const isNamed = name?.trim() === 'app-1';
            const isNumberAsked = isNamed && force && kept === undefined && answer !== undefined;
            const asked = [
              ...(typed === undefined && answer !== undefined ? [APP] : []),
              ...(isNumberAsked ? [NUMBER] : []),
            ];
            const reply = asked.length === 2 ? number : answer;
            const isCounted = kept === 9 || (isNumberAsked && Number(reply) === 9);
            const wrongName =
              name === undefined
                ? 'An undo has to be confirmed.'
                : `'${name.trim()}' is not the app id app-1: nothing was removed.`;
            const wrongNumber = [
              'The number of users and groups that hold records of others is 9: nothing was removed.',
              'Confirm it with the number: --force --kept 9.',
            ];
            const refused = isNamed
              ? force && !isCounted
                ? wrongNumber
                : []
              : [wrongName, 'Confirm it with the app id: --yes app-1.'];

            const found = await refusalOf({ typed, force, kept }, io);

            expect({ typed, answer, force, kept, number, found, questions }).toEqual({
              typed,
              answer,
              force,
              kept,
              number,
              found: refused,
              questions: asked,
            });
          }
});
