import type { Row } from '@chatferry/contract';
import { object, text } from '../../reading/values.ts';

const link =
  /<a\s[^>]*href="https:\/\/matrix\.to\/#\/(@[^"?/]+|%40[^"?/]+)[^"]*"[^>]*>(.*?)<\/a>/gis;

/** The name of the quoted person, which older clients put before a reply: in the text, or as an element of the HTML. */
const quotedSender = /^> (?:\* )?<@/;
const quotedElement = /<mx-reply>.*?<\/mx-reply>/gis;

const quoted = /^(?:> [^\n]*(?:\n|$))+\n?/;

/**
 * The text of a message with its mentions, which only the HTML has.
 * @param mention notes a mentioned user, and returns whether the user exists
 */
export function textOf(content: Row, mention: (uid: string) => boolean): string {
  const own = text(content['body']) ?? '';
  const relation = object(content['m.relates_to']);
  const formatted = text(content['formatted_body']) ?? '';
  const html = formatted.replace(quotedElement, '');
  const hasQuote = quotedSender.test(own) || html !== formatted;
  const isReply = relation['m.in_reply_to'] !== undefined;
  const body = isReply && hasQuote ? own.replace(quoted, '') : own;
  let found = '';
  let at = 0;
  for (const { 1: href = '', 2: shown = '', index } of html.matchAll(link)) {
    const uid = decoded(href);
    const name = plain(shown);
    if (name === '') continue;
    // The text may have the same letters before the link, such as in another word.
    const before = plain(html.slice(0, index)).split(name).length - 1;
    const next = positionOf(name, body, before);
    if (next < at || !mention(uid)) continue;
    found += `${body.slice(at, next)}<@uid:${uid}>`;
    at = next + name.length;
  }
  return found + body.slice(at);
}

/** The position of a name in a text. @param before how often the text has the name before @returns -1 if the name is not there */
function positionOf(name: string, shown: string, before: number): number {
  let at = shown.indexOf(name);
  for (let left = before; left > 0 && at !== -1; left--) at = shown.indexOf(name, at + name.length);
  return at;
}

function decoded(href: string): string {
  try {
    return decodeURIComponent(href);
  } catch {
    return href;
  }
}

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

function plain(html: string): string {
  return html
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:amp|lt|gt|quot|#39);/g, (each) => entities[each]!);
}
