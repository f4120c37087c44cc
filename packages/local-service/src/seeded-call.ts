import { type Json, limits } from '@chatferry/contract';
import { LocalServiceError } from './local-service-error.ts';

/**
 * A call of a seed as it is returned. A participant with several devices has an entry for each; all entries are
 * counted, unless the seed contains the count.
 * @throws {LocalServiceError} `bad-seed` for more people than a call can have
 */
export function checkedCall(call: Json): Json {
  const { participants } = call;
  if (!Array.isArray(participants)) return call;
  const people = new Set(participants.map((participant: Json) => participant['uid']));
  if (people.size > limits.participantsPerCall)
    throw new LocalServiceError(
      'bad-seed',
      `The call ${String(call['sessionId'])} has ${people.size} participants; at most ${limits.participantsPerCall} take part in one.`,
    );
  return { totalParticipants: participants.length, ...call };
}
