import type { Row } from '@chatferry/contract';
import { outsideCode } from '../reading/outside-code.ts';
import { objects, text } from '../reading/values.ts';
import { isId } from './ids.ts';

/** What the references in a text are resolved with. */
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
 * The text of a message with its mentions. The exporter has turned them into names, unless it was run without formatting;
 * code stays as it is. @param mentions of the message: the users whom it mentions
 */
export function textOf(markdown: string, mentions: readonly Row[], names: TextNames): string {
  const shown = shownNames(mentions);
  return outsideCode(markdown, (part) => resolved(byName(part, shown, names), names));
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

interface ShownName {
  readonly name: string;
  readonly id: string;
}

/** The names under which the users are mentioned, the longest first: one may begin another. Names that several have are none. */
function shownNames(mentions: readonly Row[]): readonly ShownName[] {
  const ids = new Map<string, Set<string>>();
  for (const { id, nickname, name } of mentions)
    for (const each of [text(nickname), text(name)])
      if (each !== undefined && isId(id)) ids.set(each, (ids.get(each) ?? new Set()).add(id));
  return [...ids]
    .flatMap(([name, [id, ...others]]) => (others.length > 0 ? [] : [{ name, id: id! }]))
    .toSorted((one, other) => other.name.length - one.name.length);
}

const wordCharacter = /[\p{L}\p{N}_]/u;

/** A text in which users are mentioned by their names. */
function byName(markdown: string, shown: readonly ShownName[], names: TextNames): string {
  if (shown.length === 0) return markdown;
  let found = '';
  let at = 0;
  for (let mark = markdown.indexOf('@'); mark >= 0; mark = markdown.indexOf('@', at)) {
    found += markdown.slice(at, mark);
    const next = shown.find(
      ({ name }) =>
        markdown.startsWith(name, mark + 1) &&
        !wordCharacter.test(markdown.charAt(mark + 1 + name.length)),
    );
    const mention = next === undefined ? undefined : mentionOf(next.id, names);
    found += mention ?? '@';
    at = mark + 1 + (mention === undefined ? 0 : next!.name.length);
  }
  return found + markdown.slice(at);
}

/** A card that a bot sent, or the preview of a link, in the form that `cardText` reads. */
export function cardOf(embed: Row): Row {
  const { title, description, url, fields } = embed;
  const named = objects(fields).map(({ name, value }) => ({ title: name, value }));
  return { title, text: description, fields: named, fallback: text(url) };
}
