import { callValues, type Json, limits } from '@chatferry/contract';
import { z } from 'zod';
import { LocalServiceError } from '../terms/local-service-error.ts';

const seconds = z.int().min(0).optional();
const minutes = z.number().min(0).optional();
const totals = {
  totalAudioMinutes: minutes,
  totalVideoMinutes: minutes,
  totalDurationInMinutes: minutes,
};

const participant = z.looseObject({
  uid: z.string().min(1),
  deviceId: z.string().optional(),
  isJoined: z.boolean().optional(),
  state: z.enum(['ongoing', 'ended', 'unanswered', 'rejected']).optional(),
  joinedAt: seconds,
  leftAt: seconds,
  ...totals,
});

const recording = z.looseObject({
  rid: z.string().min(1),
  duration: minutes,
  startTime: seconds,
  endTime: seconds,
  recording_url: z.url().optional(),
});

/** The fields of a call in the specification. Other fields are returned unchanged. */
const call = z.looseObject({
  sessionId: z.string().min(1),
  ...callValues,
  ...totals,
  totalDuration: z
    .string()
    .regex(/^\d{2,}:[0-5]\d:[0-5]\d$/, 'must be HH:MM:SS')
    .optional(),
  totalParticipants: z.int().min(0).optional(),
  hasRecording: z.boolean().optional(),
  hasTranscription: z.boolean().optional(),
  initiatedAt: seconds,
  startedAt: seconds,
  endedAt: seconds,
  participants: z.array(participant).optional(),
  recordings: z.array(recording).optional(),
});

/**
 * Checks a call of a seed and returns it in the form of answers. A participant with several devices has an entry for each device; all
 * entries are counted.
 * @throws {LocalServiceError} `bad-seed` with the invalid field
 */
export function checkedCall(given: Json): Json {
  const { success, data, error } = call.safeParse(given);
  const id = String(given['sessionId']);
  if (!success) throw badCall(id, z.prettifyError(error));
  const { participants, totalParticipants } = data;
  if (participants === undefined) return given;
  const people = new Set(participants.map(({ uid }) => uid)).size;
  if (people > limits.participantsPerCall)
    throw badCall(
      id,
      `participants: it has ${people} participants; at most ${limits.participantsPerCall} take part in one.`,
    );
  const entries = participants.length;
  if (totalParticipants !== undefined && totalParticipants !== entries)
    throw badCall(
      id,
      `totalParticipants: it is ${totalParticipants}, with ${entries} entries in participants.`,
    );
  return { ...given, totalParticipants: entries };
}

function badCall(id: string, why: string): LocalServiceError {
  return new LocalServiceError('bad-seed', [`The call ${id} does not fit.`, ...why.split('\n')]);
}
