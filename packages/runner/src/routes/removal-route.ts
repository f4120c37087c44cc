import { type Kind, limits, readError, type Removal, removals, unban } from '@chatferry/contract';
import type { Batch } from '@chatferry/planner';
import { chatActionFor } from './chat-action.ts';
import { listedResult } from './listed-result.ts';
import { type RecordRow, recordRow } from './record-row.ts';
import type { Route } from './route.ts';
import { canLookFor, isRemoved } from './removed-record.ts';
import { slicesOf } from './slices.ts';
import type { Pace } from '../pacing/pace.ts';

/** What a removal needs to know in addition to its records. */
interface RemovalFacts {
  /** Set when the removal undoes a job: a record is then not removed without proof that the job stored it. */
  readonly isUndo?: true;
  /** Whether an earlier run has removed a user, and with the user all remaining records of other kinds. */
  readonly isRemovedUser?: (uid: string) => boolean;
  /** The id that the service has given to a message, for records that do not name it. */
  readonly messageIdOf?: (muid: string) => Promise<string | undefined>;
}

/**
 * Removes records from the app for good, one request each; friends, blocks and states of users up to 25 in one request. A record that
 * the service no longer holds counts as removed, so a request can be repeated. Before a repetition the record is looked up, because
 * other people may have created it again.
 *
 * @param kind of the records that are removed
 */
export function removalRoute(
  kind: Kind,
  pace: Pace,
  { isUndo, isRemovedUser = () => false, messageIdOf }: RemovalFacts,
): Route {
  const isGoneMessage = async (batch: Batch, position: number): Promise<boolean> =>
    (await messageIdOf!(recordRow(batch, position)['muid'] as string)) === undefined;
  return {
    isRepeatable: true,
    sendsWholeBatches: false,
    pace,
    requestsFor: (batch, positions) => requestsOf(kind, batch, positions),
    request: async (batch, positions) => {
      const own = recordRow(batch, positions[0]!);
      const id = await messageIdOf?.(own['muid'] as string);
      const row = id === undefined ? own : { ...own, id };
      const removal = removalOf(kind, row);
      const { operation, path, onBehalfOf } = removal;
      const body = bodyOf(
        removal,
        positions.map((position) => recordRow(batch, position)),
      );
      return {
        operation,
        path: Object.fromEntries(
          Object.entries(path).map(([name, field]) => [name, row[field] as string]),
        ),
        ...(body === undefined ? {} : { body: Buffer.from(JSON.stringify(body)) }),
        ...(onBehalfOf === undefined ? {} : { onBehalfOf: row[onBehalfOf] as string }),
      };
    },
    actionFor: (outcome, batch, positions, nowMs) => {
      const removal = removalFor(kind, batch, positions);
      const code = 'body' in outcome ? readError(outcome.body).code : undefined;
      const isGone = (found: string | undefined, position: number): boolean =>
        found !== undefined &&
        (removal.gone.includes(found) ||
          (found === USER_GONE && usersOf(batch, position).some(isRemovedUser)));
      if (positions.length === 1 && isGone(code, positions[0]!))
        return { type: 'results', results: [{ is: 'created' }] };
      const action = chatActionFor(
        outcome,
        kind,
        positions.length,
        (data) =>
          positions.map((position) =>
            removal.isListed === true
              ? listedResult(kind, (data as RecordRow)[valueOf(removal, batch, position)])
              : { is: 'created' },
          ),
        nowMs,
      );
      if (action.type !== 'results') return action;
      const results = action.results.map((result, nth) =>
        result.is === 'failed' && isGone(result.trouble.code, positions[nth]!)
          ? { is: 'created' as const }
          : result,
      );
      return { ...action, results };
    },
    ...(kind === 'messages' || kind === 'replies' ? {} : { freesIds: true }),
    ...(isUndo ? { keepsDoubtful: true } : {}),
    ...(messageIdOf === undefined ? {} : { isStored: isGoneMessage, isThere: isGoneMessage }),
    ...(canLookFor(kind) && {
      isThere: (batch, position, sinceMs, reader) =>
        isRemoved(kind, recordRow(batch, position), sinceMs, reader),
    }),
  };
}

/** Also the answer about a user who is deactivated. */
const USER_GONE = 'ERR_UID_NOT_FOUND';

/** The users that a record is about. */
function usersOf(batch: Batch, position: number): string[] {
  const { uid, friend, blocked } = recordRow(batch, position) as Record<string, string>;
  return [uid, friend, blocked].filter((each) => each !== undefined);
}

/** A banned user has no membership: the ban is lifted. */
function removalOf(kind: Kind, { isBanned }: RecordRow): Removal {
  return isBanned === true ? unban : removals[kind]!;
}

function removalFor(kind: Kind, batch: Batch, positions: readonly number[]): Removal {
  return removalOf(kind, recordRow(batch, positions[0]!));
}

/** Cuts records into requests. Records that are sent as a list share a request when they belong to the same user. */
function requestsOf(kind: Kind, batch: Batch, positions: readonly number[]): (readonly number[])[] {
  const { list, path } = removals[kind]!;
  if (list === undefined) return positions.map((position) => [position]);
  const byPath = Map.groupBy(positions, (position) => {
    const row = recordRow(batch, position);
    return JSON.stringify(Object.values(path).map((field) => row[field]));
  });
  return [...byPath.values()].flatMap((group) => slicesOf(group, limits.uidsPerCall));
}

function bodyOf({ body, list }: Removal, rows: readonly RecordRow[]): object | undefined {
  return list === undefined ? body : { ...body, [list.name]: rows.map((row) => row[list.of]) };
}

function valueOf({ list }: Removal, batch: Batch, position: number): string {
  return recordRow(batch, position)[list!.of] as string;
}
