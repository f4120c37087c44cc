import type { Handlers } from '../../calls/call.ts';
import { ServiceProblem } from '../../terms/service-problem.ts';
import type { Store } from '../../storage/store.ts';
import { Conditions, pageOf, slicePage } from '../../lists/paging.ts';

interface CallRow {
  readonly session_id: string;
  readonly record: string;
}

export const callHandlers = {
  'calls.list': ({ query, actor, store }) => {
    const where = new Conditions();
    for (const field of ['type', 'mode', 'status', 'receiverType'] as const)
      if (query[field] !== undefined) where.add(`record ->> '${field}' = ?`, query[field]);
    for (const flag of ['hasRecording', 'hasTranscription'] as const)
      if (query[flag] !== undefined)
        where.add(`coalesce(record ->> '${flag}', 0) = ?`, query[flag] ? 1 : 0);
    if (query.participantsCount !== undefined)
      where.add(`json_array_length(record, '$.participants') = ?`, query.participantsCount);
    // It is not documented whether these are bounds; the local service treats them as bounds.
    if (query.startedAt !== undefined) where.add('started_at >= ?', query.startedAt);
    if (query.endedAt !== undefined) where.add(`record ->> 'endedAt' <= ?`, query.endedAt);
    for (const uid of [query.uid?.toLowerCase(), actor])
      if (uid !== undefined) addTakesPart(where, uid);
    const { rows, pagination } = pageOf<CallRow>(
      store,
      {
        from: `FROM calls ${where.sql}`,
        orderBy: 'started_at DESC, session_id',
        values: where.values,
      },
      query,
    );
    return { data: rows.map(callEntity), meta: { pagination } };
  },

  'calls.get': ({ path, actor, store }) => ({
    data: callEntity(existingCall(store, path.sessionId, actor)),
  }),

  'calls.transcriptions.list': ({ path, query, actor, store }) => {
    const { transcriptions = [] } = JSON.parse(
      existingCall(store, path.sessionId, actor).record,
    ) as {
      transcriptions?: { startTime?: number }[];
    };
    const newestFirst = transcriptions.toSorted(
      (one, other) => (other.startTime ?? 0) - (one.startTime ?? 0),
    );
    const { items, pagination } = slicePage(newestFirst, query);
    return { data: items, meta: { pagination } };
  },
} satisfies Handlers;

function existingCall(store: Store, sessionId: string, actor: string | undefined): CallRow {
  const where = new Conditions().add('session_id = ?', sessionId);
  if (actor !== undefined) addTakesPart(where, actor);
  const row = store.get<CallRow>(`SELECT * FROM calls ${where.sql}`, ...where.values);
  if (row === undefined)
    throw new ServiceProblem('ERR_CALL_SESSION_NOT_FOUND', `There is no call ${sessionId}.`);
  return row;
}

/** The call from the seed, with its newest transcription. */
function callEntity({ record }: CallRow): Record<string, unknown> {
  const call = JSON.parse(record) as Record<string, unknown>;
  const { transcriptions } = call;
  return Array.isArray(transcriptions)
    ? { ...call, transcriptions: transcriptions.slice(-TRANSCRIPTIONS_SHOWN) }
    : call;
}

/** Source: calls reference. */
const TRANSCRIPTIONS_SHOWN = 5;

/** Selects calls that a user started, received or took part in. */
function addTakesPart(where: Conditions, uid: string): void {
  where.add(
    `record ->> 'initiator' = ? OR (record ->> 'receiverType' = 'user' AND record ->> 'receiver' = ?)
     OR EXISTS (SELECT 1 FROM json_each(record, '$.participants') WHERE value ->> 'uid' = ?)`,
    uid,
    uid,
    uid,
  );
}
