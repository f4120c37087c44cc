import type { Row } from '@chatferry/contract';
import { object, objects } from '../../reading/values.ts';

const signature =
  /(https?:\/\/(?:cdn|media|images-ext-\d)\.discordapp\.(?:com|net)\/[^\s"?\\<>()]*)\?[^\s"\\<>()]*/g;

/** Removes signatures of addresses, with which anyone can read a file for a day. */
export function withoutTokens(json: string): string {
  return json.includes('discordapp.') ? json.replaceAll(signature, '$1') : json;
}

/** The parts from which a message is made, without people's pictures, colours and roles, which are longer than most texts. */
export function storedForm(message: Row): string {
  const { author, mentions, reactions, interaction, inlineEmojis: _pictures, ...own } = message;
  const kept: Row = {};
  for (const name in own) {
    const value = own[name];
    const isEmpty = value === null || (Array.isArray(value) && value.length === 0);
    if (!isEmpty) kept[name] = value;
  }
  kept['author'] = named(object(author));
  if (interaction !== undefined) kept['interaction'] = { name: object(interaction)['name'] };
  const mentioned = objects(mentions);
  if (mentioned.length > 0) kept['mentions'] = mentioned.map(named);
  const reacted = objects(reactions);
  if (reacted.length > 0) kept['reactions'] = reacted.map(reactionOf);
  return withoutTokens(JSON.stringify(kept));
}

function named({ id, name, nickname, isBot }: Row): Row {
  return { id, name, nickname, isBot };
}

function reactionOf({ emoji, count, users }: Row): Row {
  const { id, name, code } = object(emoji);
  return {
    emoji: { id, name, code },
    count,
    users: objects(users).map(({ id: uid }) => ({ id: uid })),
  };
}
