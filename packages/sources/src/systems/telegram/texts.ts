import type { Row } from '@chatferry/contract';
import { object, objects, text, wholeNumber } from '../../reading/values.ts';
import { userId } from './ids.ts';

/** The text of a message. @param mention notes a mentioned user, and returns whether the user exists */
export function textOf(message: Row, mention: (uid: string, name: string) => void): string {
  const entities = message['text_entities'];
  const parts = Array.isArray(entities) && entities.length > 0 ? entities : message['text'];
  if (typeof parts === 'string') return parts;
  return (Array.isArray(parts) ? parts : [])
    .map((part: unknown) => (typeof part === 'string' ? part : partText(object(part), mention)))
    .join('');
}

function partText(part: Row, mention: (uid: string, name: string) => void): string {
  const own = text(part['text']) ?? '';
  if (part['type'] === 'mention_name') {
    const uid = userId(part['user_id']);
    if (uid === undefined) return own;
    mention(uid, own);
    return `<@uid:${uid}>`;
  }
  const link = part['type'] === 'text_link' ? text(part['href']) : undefined;
  return link === undefined || link === own ? own : `${own} (${link})`;
}

/** The content of a message without text and file: a place, a vote and the like. Telephone numbers are left out. */
export function otherContent(message: Row): string {
  const {
    poll,
    location_information: place,
    contact_information: contact,
    todo_list: list,
  } = message;
  if (poll !== undefined) return pollText(object(poll));
  if (place !== undefined || message['place_name'] !== undefined)
    return [text(message['place_name']), text(message['address']), placeText(object(place))]
      .filter((each) => each !== undefined)
      .join('\n');
  if (contact !== undefined) {
    const { first_name: first, last_name: last } = object(contact);
    return `[contact ${[text(first), text(last)].filter((each) => each !== undefined).join(' ')}]`;
  }
  if (list !== undefined) {
    const items = objects(object(list)['answers'] ?? object(list)['items']);
    return [text(object(list)['title']), ...items.map(({ text: each }) => `- ${plain(each)}`)]
      .filter((each) => each !== undefined)
      .join('\n');
  }
  return text(message['game_title']) ?? text(object(message['invoice_information'])['title']) ?? '';
}

function pollText({ question, answers }: Row): string {
  const lines = objects(answers).map(
    ({ text: each, voters }) => `- ${plain(each)} (${wholeNumber(voters) ?? 0})`,
  );
  return [`[poll] ${plain(question)}`, ...lines].join('\n');
}

function placeText({ latitude, longitude }: Row): string | undefined {
  return latitude === undefined
    ? undefined
    : `[location ${JSON.stringify(latitude)}, ${JSON.stringify(longitude)}]`;
}

/** A text that may be in parts. */
function plain(value: unknown): string {
  return textOf({ text: value }, () => {});
}
