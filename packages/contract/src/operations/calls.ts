import { z } from 'zod';
import { listOf, one } from './answer-shapes.ts';
import { call, transcription } from './entities.ts';
import type { Operation } from './operation.ts';
import { flag, pageQuery } from './request-fields.ts';

const common = {
  area: 'Calls',
  api: 'calls',
  method: 'GET',
  scope: 'fullAccess',
  onBehalfOf: 'optional',
  repeatable: true,
  budget: 'standard',
} as const;

/** Fields of a call that have one of a few values. */
export const callValues = {
  type: z.enum(['audio', 'video']).optional(),
  mode: z.enum(['call', 'meet', 'presenter']).optional(),
  status: z
    .enum(['initiated', 'ongoing', 'ended', 'unanswered', 'rejected', 'canceled'])
    .optional(),
  receiverType: z.enum(['user', 'group']).optional(),
};

/** The history of calls; the client SDKs create calls. */
export const callOperations = {
  'calls.list': {
    ...common,
    path: '/calls',
    paging: 'page',
    query: z.strictObject({
      ...pageQuery,
      ...callValues,
      /** Exactly this number. */
      participantsCount: z.int().optional(),
      /** UNIX seconds. */
      startedAt: z.int().optional(),
      endedAt: z.int().optional(),
      hasRecording: flag,
      hasTranscription: flag,
      uid: z.string().optional(),
    }),
    answer: listOf(call),
    source: 'specification',
  },
  'calls.get': {
    ...common,
    path: '/calls/{sessionId}',
    // The specification does not define whether the record is inside `data`.
    answer: z.preprocess(
      (body) =>
        typeof body === 'object' && body !== null && 'sessionId' in body ? { data: body } : body,
      one(call),
    ),
    source: 'specification',
  },
  /** Newest first. */
  'calls.transcriptions.list': {
    ...common,
    path: '/calls/{sessionId}/transcriptions',
    paging: 'page',
    query: z.strictObject(pageQuery),
    answer: listOf(transcription),
    source: 'reference',
  },
} as const satisfies Record<string, Operation>;
