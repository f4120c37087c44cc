import { outsideCode } from '../../reading/outside-code.ts';

/** Resolves the references in a text. */
export interface TextNames {
  /** The id of a user whom the message mentions. */
  readonly user: (username: string) => string | undefined;
  /** The displayed name of a room that the message names. */
  readonly room: (name: string) => string | undefined;
  /** Notes that the text quotes a message. */
  readonly quote: (id: string) => void;
}

const quote = /\[ ?\]\(https?:\/\/[^\s)]*[?&]msg=([^\s)&#]+)[^\s)]*\)[ \t]*\n?/g;
const mention = /(?<![\p{L}\p{N}_@/.])@([\p{L}\p{N}_.-]+(?::[\p{L}\p{N}.-]+)?)/gu;
const room = /(?<![\p{L}\p{N}_#/&])#([\p{L}\p{N}_.-]+)/gu;

export function withoutQuotes(markdown: string): string {
  return markdown.replaceAll(quote, '');
}

/** The text of a message with its mentions, names of rooms and quotes; code and other Markdown stay as they are. */
export function textOf(markdown: string, names: TextNames): string {
  return outsideCode(markdown, (part) =>
    part
      .replaceAll(quote, (_whole, id: string) => {
        names.quote(id);
        return '';
      })
      .replaceAll(mention, (whole, name: string) =>
        resolved(whole, name, names.user, (uid) => `<@uid:${uid}>`),
      )
      .replaceAll(room, (whole, name: string) =>
        resolved(whole, name, names.room, (title) => `#${title}`),
      ),
  );
}

/** A name may contain characters that also end a sentence. */
function resolved(
  whole: string,
  name: string,
  find: (name: string) => string | undefined,
  shown: (found: string) => string,
): string {
  for (let length = name.length; length > 0; length--) {
    const found = find(name.slice(0, length));
    if (found !== undefined) return shown(found) + name.slice(length);
    if (!/[.:_-]/.test(name[length - 1]!)) break;
  }
  return whole;
}
