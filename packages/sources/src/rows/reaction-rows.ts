import { filled } from '../reading/values.ts';
import type { Place } from '../reading/place.ts';
import type { ExportRows } from './export-rows.ts';

/** A message with reactions. */
export interface ReactedMessage {
  /** Undefined for a message without an id, which is rejected. */
  readonly muid: string | undefined;
  /** Whether the message is not carried. */
  readonly isFiltered: boolean;
  /** Whether a user has access to the message. */
  readonly canReact: (user: string) => boolean;
}

export interface Reaction {
  readonly uid: string | undefined;
  /** Characters, or a name between colons. */
  readonly reaction: string | undefined;
  /** UNIX seconds. */
  readonly reactedAt?: number | undefined;
  /** Why the service cannot take the reaction, if the system itself gives a reason. */
  readonly whyNot?: string | undefined;
}

/** Writes a counted reaction. Leaves out reactions that the service refuses: to missing messages, by users without access, and without an emoji. */
export function writeReaction(
  { uid, reaction, reactedAt, whyNot }: Reaction,
  { muid, isFiltered, canReact }: ReactedMessage,
  place: Place,
  out: ExportRows,
): void {
  const reason = isFiltered
    ? 'the message is filtered'
    : (whyNot ?? whyNotBy(uid, reaction, canReact));
  if (reason === undefined)
    out.row('reactions', place, { muid, uid, reaction, ...filled({ reactedAt }) });
  else
    out.leaveOut('reactions', reason, place, {
      muid,
      emoji: reaction?.replaceAll(/^:|:$/g, ''),
      uid,
    });
}

function whyNotBy(
  uid: string | undefined,
  reaction: string | undefined,
  canReact: ReactedMessage['canReact'],
): string | undefined {
  if (uid === undefined) return 'it has no user';
  if (reaction === undefined) return 'it has no emoji';
  return canReact(uid) ? undefined : 'the user is not a member of the group';
}
