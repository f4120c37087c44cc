import type { Row } from '@chatferry/contract';
import { type MentionedPerson, withNamedMentions } from '../../reading/named-mentions.ts';
import { outsideCode } from '../../reading/outside-code.ts';
import { object, objects, text } from '../../reading/values.ts';
import { isId } from './ids.ts';

/** Resolves the references in a text. */
export interface TextNames {
  readonly isUser: (id: string) => boolean;
  /** Notes that a text mentions a user. */
  readonly mention: (id: string) => void;
  readonly channel: (id: string) => string | undefined;
  readonly role: (id: string) => string | undefined;
}

const emoji = /<a?:(\w+):\d+>/g;
const user = /<@!?(\d{1,20})>/g;
const role = /<@&(\d{1,20})>/g;
const channel = /<#(\d{1,20})>/g;
const time = /<t:(\d{1,12})(?::\w)?>/g;

/**
 * The text of a message with its mentions. The exporter has turned mentions into names, unless it was run without formatting.
 * Code stays as it is. @param mentions the users whom the message mentions
 */
export function textOf(markdown: string, mentions: readonly Row[], names: TextNames): string {
  const named = withNamedMentions(markdown, peopleIn(mentions, names));
  for (const uid of named.mentioned) names.mention(uid);
  return outsideCode(named.text, (part) => resolved(part, names));
}

function resolved(markdown: string, names: TextNames): string {
  if (!markdown.includes('<')) return markdown;
  return markdown
    .replaceAll(emoji, (_whole, name: string) => `:${name}:`)
    .replaceAll(user, (_whole, id: string) => mentionOf(id, names) ?? '@Unknown')
    .replaceAll(role, (_whole, id: string) => `@${names.role(id) ?? 'deleted-role'}`)
    .replaceAll(channel, (_whole, id: string) => `#${names.channel(id) ?? 'deleted-channel'}`)
    .replaceAll(time, (_whole, seconds: string) => new Date(Number(seconds) * 1000).toISOString());
}

function mentionOf(id: string, names: TextNames): string | undefined {
  if (!names.isUser(id)) return undefined;
  names.mention(id);
  return `<@uid:${id}>`;
}

/** The people whom a message mentions, with the names that the exporter may have written. */
function peopleIn(mentions: readonly Row[], { isUser }: TextNames): readonly MentionedPerson[] {
  return mentions.flatMap(({ id, nickname, name }) =>
    isId(id) && isUser(id)
      ? [{ uid: id, names: [nickname, name].flatMap((each) => text(each) ?? []) }]
      : [],
  );
}

/** A card that a bot sent, or the preview of a link, in the form that `cardText` reads. */
export function cardOf(embed: Row): Row {
  const { title, description, url, fields, author, footer } = embed;
  const named = objects(fields).map(({ name, value }) => ({ title: name, value }));
  const rest = [object(author)['name'], url, object(footer)['text']];
  const fallback = rest.flatMap((each) => text(each) ?? []).join('\n');
  return { title, text: description, fields: named, fallback };
}

/** The pictures of a card, in the form of files. Newer exports have the main picture in two fields. */
export function picturesOf({ image, images, thumbnail }: Row): readonly Row[] {
  const addresses = [...objects(images), object(image), object(thumbnail)].flatMap(
    ({ url }) => text(url) ?? [],
  );
  return [...new Set(addresses)].map((url) => ({ url }));
}
