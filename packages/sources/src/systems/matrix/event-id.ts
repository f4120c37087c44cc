import { hash } from 'node:crypto';
import { isObject, type Row } from '@chatferry/contract';
import { text } from '../../reading/values.ts';

/** The fields of an event, apart from its content, that its id is made from. */
const kept = [
  'type',
  'room_id',
  'sender',
  'state_key',
  'hashes',
  'depth',
  'prev_events',
  'auth_events',
  'origin_server_ts',
];

/** In rooms before version 11, the id is also made from these fields. */
const keptBefore = ['prev_state', 'membership', 'origin'];

/**
 * The id of an event. Events as servers exchange them do not contain their id: it is a hash of the event without its content.
 * @param content the part of the content that the id is made from: nothing for messages and reactions
 */
export function eventId(event: Row, content: Row = {}): string {
  const own = text(event['event_id']);
  if (own !== undefined) return own;
  const names = 'origin' in event || 'prev_state' in event ? [...kept, ...keptBefore] : kept;
  const redacted: Row = { content };
  for (const name of names) if (event[name] !== undefined) redacted[name] = event[name];
  return `$${hash('sha256', canonical(redacted), 'base64url')}`;
}

/** JSON with sorted names and without spaces. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const fields = Object.keys(value)
    .toSorted((one, other) => (one < other ? -1 : 1))
    .map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`);
  return `{${fields.join(',')}}`;
}
