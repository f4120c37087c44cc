import { outsideAddresses } from '../../reading/outside-code.ts';
import type { People } from './people.ts';

/** A mention: a number, or a name between marks. Other names after an `@` are text. */
const mention =
  /(?<![\p{L}\p{N}_.@])@(?:\u2068([^\u2068\u2069\n]{1,100})\u2069|(\d{7,15})(?!\d))/gu;

export interface TextWithMentions {
  readonly text: string;
  readonly mentioned: ReadonlySet<string>;
}

/** A text in which mentions of known people are decoded. Other numbers are shown like the numbers of people. */
export function withMentions(text: string, people: People): TextWithMentions {
  const mentioned = new Set<string>();
  if (!text.includes('@')) return { text, mentioned };
  const decoded = outsideAddresses(text, (part) =>
    part.replaceAll(mention, (_whole, name?: string, digits?: string) => {
      const person = people.find(name ?? digits!);
      if (person === undefined)
        return `@${name === undefined ? people.shownNumber(digits!) : people.shownName(name)}`;
      mentioned.add(person.uid);
      return `<@uid:${person.uid}>`;
    }),
  );
  return { text: decoded, mentioned };
}
