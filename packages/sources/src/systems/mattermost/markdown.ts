import { outsideAddresses, outsideCode } from '../../reading/outside-code.ts';

/** Resolves the references in a text. */
export interface TextNames {
  readonly isUser: (name: string) => boolean;
  /** Notes that a text mentions a user. */
  readonly mention: (name: string) => void;
  /** The displayed name of a channel in the same team. */
  readonly channelName: (name: string) => string | undefined;
}

const reference = /(?<![\w@~.+-])([@~])([a-z0-9][a-z0-9._-]*)/gi;

/** The text of a post, with its mentions; code and addresses stay as they are. */
export function textWithMentions(markdown: string, names: TextNames): string {
  return outsideCode(markdown, (part) => outsideAddresses(part, (text) => resolved(text, names)));
}

function resolved(text: string, names: TextNames): string {
  if (!text.includes('@') && !text.includes('~')) return text;
  return text.replaceAll(reference, (whole, mark: string, name: string) => {
    if (mark === '~') {
      const shown = names.channelName(name.toLowerCase());
      return shown === undefined ? whole : `#${shown}`;
    }
    const user = longestUser(name.toLowerCase(), names);
    if (user === undefined) return whole;
    names.mention(user);
    return `<@uid:${user}>${name.slice(user.length)}`;
  });
}

/** The longest beginning that is a user. A name may end with characters that also end sentences. */
function longestUser(name: string, { isUser }: TextNames): string | undefined {
  for (let tried = name; ; tried = tried.slice(0, -1)) {
    if (isUser(tried)) return tried;
    if (!/[._-]$/.test(tried)) return undefined;
  }
}
