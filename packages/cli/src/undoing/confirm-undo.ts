import { count } from '@chatferry/contract';
import type { UndoStatus } from '@chatferry/job/planned';
import type { Io } from '../io.ts';
import { Refusal } from '../refusal.ts';
import { keptCount } from './undo-lines.ts';

export interface Confirmation {
  readonly appId: string;
  /** The app id that was typed on the command line with `--yes`. */
  readonly typed: string | undefined;
  readonly force: boolean;
  /** The number that was typed on the command line. */
  readonly kept: number | undefined;
}

/** Refuses `--force` for an undo that was begun without it, because the number is not confirmed then. @throws {Refusal} */
export function refuseLateForce(isLate: boolean): void {
  if (isLate)
    throw new Refusal(
      'This undo was begun without --force.',
      'Finish it without --force. Then --force removes the users and groups that it has kept.',
    );
}

/** Makes sure that the operator means this app, and with `--force` this number of users and groups. @throws {Refusal} */
export async function confirmUndo(
  status: UndoStatus,
  { appId, typed, force, kept }: Confirmation,
  io: Pick<Io, 'ask'>,
): Promise<void> {
  const answer = typed ?? (await io.ask?.(`To remove them for good, type the app id ${appId}: `));
  if (answer?.trim() !== appId)
    throw new Refusal(
      answer === undefined
        ? 'An undo has to be confirmed.'
        : `'${answer.trim()}' is not the app id ${appId}: nothing was removed.`,
      `Confirm it with the app id: --yes ${appId}.`,
    );
  if (!force) return;
  const expected = keptCount(status);
  const number =
    kept ??
    Number(
      await io.ask?.(
        `With ${count(expected)} users and groups, the records of others that they hold are removed too. Type their number: `,
      ),
    );
  if (number !== expected)
    throw new Refusal(
      `The number of users and groups that hold records of others is ${count(expected)}: nothing was removed.`,
      `Confirm it with the number: --force --kept ${expected}.`,
    );
}
