import type { BatchOnItsWay } from './batch-on-its-way.ts';
import { lookUp, lookUpUnsent } from './look-up.ts';
import type { Part } from './part.ts';

const SENT_ONCE =
  'The message was sent once and no clear answer came. It is not sent again by itself, so as not to stand there twice; `chatferry retry` looks once more and then sends it.';

const NOT_FOUND = {
  code: 'NOT_FOUND_AFTER_SENDING',
  message: `${SENT_ONCE} It is not in its conversation.`,
};

const NOT_TO_BE_FOUND = {
  code: 'NO_LOOK_UP',
  message: `${SENT_ONCE} Its conversation cannot be read.`,
};

/** Of a record that must not be sent twice, settles whether it landed the one time it was sent. */
export async function settleByLookingUp(
  part: Part,
  { progress, route, ports }: BatchOnItsWay,
): Promise<readonly Part[]> {
  const { health } = ports;
  const position = part.positions[0]!;
  const found = await lookUp(position, progress, route, ports);
  switch (found) {
    case 'there':
      health.worked();
      progress.present(position, part);
      return [];
    case 'absent':
      health.worked();
      if (part.isWantedAgain) return [{ ...part, mayHaveLanded: false, isWantedAgain: false }];
      progress.unresolved(position, NOT_FOUND, part.attempts);
      return [];
    case 'unknown':
      progress.unresolved(position, NOT_TO_BE_FOUND, part.attempts);
      return [];
  }
}

/**
 * Settles a record that is in the service although the ledger does not know it as sent.
 * @returns whether it is there; otherwise it is to be sent now
 */
export async function settleIfStored(
  part: Part,
  { progress, route, ports }: BatchOnItsWay,
): Promise<boolean> {
  const position = part.positions[0]!;
  if ((await lookUpUnsent(position, progress, route, ports)) !== 'there') return false;
  ports.health.landed();
  // Not counted as put there by this job: what it holds is compared with the plan.
  progress.present(position, part);
  return true;
}
