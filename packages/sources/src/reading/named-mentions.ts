import { outsideAddresses, outsideCode } from './outside-code.ts';

/** A person whom a message mentions, with the texts that may name the person after an `@`. */
export interface MentionedPerson {
  readonly uid: string;
  readonly names: readonly string[];
}

export interface TextWithMentions {
  readonly text: string;
  /** The people whose mentions are in the text. */
  readonly mentioned: ReadonlySet<string>;
}

const wordAfter = /^[\p{L}\p{N}_]/u;
const wordBefore = /[\p{L}\p{N}_@]$/u;

/** A text in which `@Name` is a mention. A name of two people stays a text, and so do code and addresses. */
export function withNamedMentions(
  text: string,
  people: readonly MentionedPerson[],
): TextWithMentions {
  const mentioned = new Set<string>();
  if (people.length === 0 || !text.includes('@')) return { text, mentioned };
  const byName = new Map<string, string | undefined>();
  for (const { uid, names } of people)
    for (const name of new Set(names)) {
      const known = byName.get(name);
      byName.set(name, byName.has(name) && known !== uid ? undefined : uid);
    }
  const longestFirst = [...byName.keys()]
    .filter((name) => name !== '')
    .toSorted((one, other) => other.length - one.length);
  const resolved = (part: string): string => {
    let found = '';
    let from = 0;
    for (let at = part.indexOf('@'); at >= 0; at = part.indexOf('@', from)) {
      const rest = part.slice(at + 1);
      const name = wordBefore.test(part.slice(Math.max(0, at - 2), at))
        ? undefined
        : longestFirst.find(
            (each) => rest.startsWith(each) && !wordAfter.test(rest.slice(each.length)),
          );
      const uid = name === undefined ? undefined : byName.get(name);
      const end = at + 1 + (name?.length ?? 0);
      found += part.slice(from, at) + (uid === undefined ? part.slice(at, end) : `<@uid:${uid}>`);
      if (uid !== undefined) mentioned.add(uid);
      from = end;
    }
    return found + part.slice(from);
  };
  return { text: outsideCode(text, (part) => outsideAddresses(part, resolved)), mentioned };
}
