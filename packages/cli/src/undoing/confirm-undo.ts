import { counted, count } from '@chatferry/contract';
import type { UndoStatus } from '@chatferry/job/planned';
import type { Io } from '@chatferry/output/terms/io';
import { Refusal } from '@chatferry/contract/refusal';
import { keptCount } from '@chatferry/output/undoing/undo-lines';

export interface Confirmation {
  readonly appId: string;
  /** The app id on the command line, with `--yes`. */
  readonly typed: string | undefined;
  readonly force: boolean;
  /** The number of `--kept` on the command line. */
  readonly kept: number | undefined;
}

/** Compares a typed app id with the app, before anything else is done. @throws {Refusal} */
export function refuseOtherApp(typed: string, appId: string): void {
  if (typed.trim() !== appId)
    throw new Refusal(
      `'${typed.trim()}' is not the app id ${appId}: nothing was removed.`,
      `Confirm it with the app id: --yes ${appId}.`,
    );
}

/**
 * Compares the options for an undo that was begun earlier with the earlier confirmation.
 *
 * @param forced the confirmed number; undefined when the undo was begun without `--force`
 * @throws {Refusal}
 */
export function refuseOtherForce(
  { force, kept }: Pick<Confirmation, 'force' | 'kept'>,
  forced: number | undefined,
): void {
  if (force && forced === undefined)
    throw new Refusal(
      'This undo was begun without --force.',
      'Finish it without --force. Then --force removes the users and groups that it has kept.',
    );
  if (kept !== undefined && forced !== undefined && kept !== forced) throw otherNumber(forced);
}

function otherNumber(expected: number): Refusal {
  return new Refusal(
    `The number of users and groups that hold records of others is ${count(expected)}: nothing was removed.`,
    `Confirm it with the number: --force --kept ${expected}.`,
  );
}

/** Makes the operator confirm this app, and with `--force` this number of users and groups. @throws {Refusal} */
export async function confirmUndo(
  status: UndoStatus,
  { appId, typed, force, kept }: Confirmation,
  io: Pick<Io, 'ask'>,
): Promise<void> {
  const answer = typed ?? (await io.ask?.(`To remove them for good, type the app id ${appId}: `));
  if (answer === undefined)
    throw new Refusal(
      'An undo has to be confirmed.',
      `Confirm it with the app id: --yes ${appId}.`,
    );
  refuseOtherApp(answer, appId);
  if (!force) return;
  const expected = keptCount(status);
  const number =
    kept ??
    Number(
      await io.ask?.(
        `${counted(expected, 'user or group holds', 'users and groups hold')} records of others, which are removed too. Type this number: `,
      ),
    );
  if (number !== expected) throw otherNumber(expected);
}
