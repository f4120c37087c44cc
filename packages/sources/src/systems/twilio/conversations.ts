import type { Row } from '@chatferry/contract';
import { secondsIn } from '../../reading/times.ts';
import { filled, text, wholeNumber } from '../../reading/values.ts';
import type { ChatFacts } from '../../rows/chats.ts';
import type { Place } from '../../reading/place.ts';
import type { ExportRows } from '../../rows/export-rows.ts';
import { attributesOf } from './attributes.ts';
import { SYSTEM } from './ids.ts';
import type { TwilioOptions } from './options.ts';

/** The facts about the group of a conversation, or of a channel of Programmable Chat. */
export function factsOf(
  conversation: Row,
  place: Place,
  options: TwilioOptions,
  out: ExportRows,
): ChatFacts {
  const uniqueName = text(conversation['unique_name']);
  const owner = text(conversation['created_by']);
  const state = text(conversation['state']);
  const { carried } = attributesOf(conversation, place, out);
  return {
    name: text(conversation['friendly_name']) ?? uniqueName,
    type: typeOf(conversation, options),
    owner: owner === SYSTEM ? undefined : owner,
    createdAt: secondsIn(conversation['date_created']),
    canBePair: options.pairs !== 'groups' && uniqueName === undefined,
    memberCount: wholeNumber(conversation['members_count']),
    version: secondsIn(conversation['date_updated']) ?? 0,
    row: {
      metadata: filled({
        uniqueName,
        state: state === 'active' ? undefined : state,
        ...carried,
      }),
    },
  };
}

/** Channels have a type, conversations have none. */
function typeOf({ type }: Row, { conversations }: TwilioOptions): 'public' | 'private' {
  return type === 'public' || type === 'private' ? type : conversations;
}
