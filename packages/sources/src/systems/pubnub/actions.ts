import type { Row } from '@chatferry/contract';
import { object, objects, text } from '../../reading/values.ts';
import { timetokenOf } from './ids.ts';

/** An action of a user on a message. */
export interface MessageAction {
  readonly type: string;
  readonly value: string;
  readonly user: string;
  readonly timetoken: string;
}

/** The actions on a message, the earliest first. */
export function actionsOf(message: Row): readonly MessageAction[] {
  const found = Object.entries(object(message['actions'])).flatMap(([type, values]) =>
    Object.entries(object(values)).flatMap(([value, all]) =>
      objects(all).flatMap(({ uuid, actionTimetoken }) => {
        const user = text(uuid);
        const timetoken = timetokenOf(actionTimetoken) ?? '0';
        return user === undefined ? [] : [{ type, value, user, timetoken }];
      }),
    ),
  );
  return found.toSorted(
    (one, other) =>
      one.timetoken.length - other.timetoken.length ||
      (one.timetoken < other.timetoken ? -1 : one.timetoken > other.timetoken ? 1 : 0),
  );
}

export function isReaction({ type }: MessageAction): boolean {
  return type === 'reaction' || type === 'reactions';
}
