import { limits } from '@chatferry/contract';
import type { Batch } from '@chatferry/planner';
import type { RecordResult } from '../answers/answer-action.ts';
import type { Pace } from '../pacing/pace.ts';
import { chatActionFor } from './chat-action.ts';
import { listedResult } from './listed-result.ts';
import { recordRow } from './record-row.ts';
import type { Route } from './route.ts';
import { slicesOf } from './slices.ts';

type ListName = 'admins' | 'moderators' | 'participants' | 'usersToBan';

interface Member {
  readonly guid: string;
  readonly uid: string;
  readonly list: ListName;
}

const lists: Readonly<Record<string, ListName>> = { admin: 'admins', moderator: 'moderators' };

/** Members through `POST /groups/{guid}/members`: up to 25 of one group in a request. `joinedAt` is not sent. */
export function chatMembersRoute(pace: Pace): Route {
  return {
    isRepeatable: true,
    sendsWholeBatches: false,
    pace,
    requestsFor,
    request: (batch, positions) => {
      const members = positions.map((position) => memberAt(batch, position));
      const body: Partial<Record<ListName, string[]>> = {};
      for (const { uid, list } of members) (body[list] ??= []).push(uid);
      return {
        operation: 'groups.members.add',
        path: { guid: members[0]!.guid },
        body: Buffer.from(JSON.stringify(body)),
      };
    },
    actionFor: (outcome, batch, positions, nowMs) =>
      chatActionFor(
        outcome,
        'members',
        positions.length,
        (data) => positions.map((position) => resultOf(memberAt(batch, position), data)),
        nowMs,
      ),
  };
}

/** The positions by group, in the order in which the groups first appear. */
function requestsFor(batch: Batch, positions: readonly number[]): (readonly number[])[] {
  const byGroup = Map.groupBy(positions, (position) => memberAt(batch, position).guid);
  return [...byGroup.values()].flatMap((group) => slicesOf(group, limits.membersPerCall));
}

function memberAt(batch: Batch, position: number): Member {
  const { guid, uid, scope, isBanned } = recordRow(batch, position) as Record<string, string> & {
    isBanned?: boolean;
  };
  const list = isBanned === true ? 'usersToBan' : (lists[scope ?? ''] ?? 'participants');
  return { guid: guid!, uid: uid!, list };
}

/** Reads `{"participants": {"u1": {"success": true}}}`. */
function resultOf({ uid, list }: Member, data: object): RecordResult {
  return listedResult(
    'members',
    (data as Partial<Record<ListName, Record<string, unknown>>>)[list]?.[uid],
  );
}
