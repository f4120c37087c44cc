import { withoutDigraphs, wordsIn } from '@chatferry/parsers';
import { type Concept, fillers, words } from './words.ts';

/** The meaning of the words of a name. */
export interface NameMeaning {
  /** The concepts, each once, in their order in the name. */
  readonly concepts: readonly Concept[];
  /** Unknown words. */
  readonly unknown: readonly string[];
}

const meanings = new Map<string, Concept>();
for (const [concept, listed] of Object.entries(words))
  for (const word of listed.split(' '))
    if (!meanings.has(word)) meanings.set(word, concept as Concept);

/** Single words that have a meaning alone and are fillers inside a name. */
const alone: Readonly<Record<string, Concept>> = {
  von: 'sender',
  an: 'receiver',
  de: 'sender',
  para: 'receiver',
  to: 'receiver',
  from: 'sender',
  by: 'sender',
};

/** Splits `createdAt`, `user_id`, `Benutzername` and `Erstellt am` into words, and looks them up. */
export function conceptsOf(name: string): NameMeaning {
  const known = cache.get(name);
  if (known !== undefined) return known;
  const meaning = meaningOf(name);
  cache.set(name, meaning);
  return meaning;
}

const cache = new Map<string, NameMeaning>();

function meaningOf(name: string): NameMeaning {
  const tokens = wordsIn(name);
  const whole = meanings.get(tokens.join(''));
  if (tokens.length === 1 && alone[tokens[0]!] !== undefined)
    return { concepts: [alone[tokens[0]!]!], unknown: [] };
  if (whole !== undefined && (whole === 'parent' || tokens.some((token) => !meanings.has(token))))
    return { concepts: [whole], unknown: [] };
  const concepts: Concept[] = [];
  const unknown: string[] = [];
  for (const token of withAnswers(tokens)) {
    const found =
      wordMeaning(token) !== undefined
        ? [wordMeaning(token)!]
        : fillers.has(token)
          ? []
          : (compound(token) ?? compound(withoutDigraphs(token)));
    if (found === undefined) unknown.push(token);
    else concepts.push(...found);
  }
  return { concepts: [...new Set(concepts)], unknown };
}

/** Joins `reply to` and `in response to` into one word, which names the message that is answered. */
function withAnswers(tokens: readonly string[]): readonly string[] {
  const at = tokens.findIndex(
    (token, index) => ['reply', 'response'].includes(token) && tokens[index + 1] === 'to',
  );
  return at === -1 ? tokens : [...tokens.slice(0, at), 'replyto', ...tokens.slice(at + 2)];
}

/** The meaning of a word, also in the plural. */
function wordMeaning(word: string): Concept | undefined {
  return (
    meanings.get(word) ??
    (word.length > 4 ? meanings.get(word.replace(/s$/, '')) : undefined) ??
    meanings.get(withoutDigraphs(word))
  );
}

/** Letters that German puts between the words of a compound. */
const joints = ['', 's', 'es', 'n', 'en', 'er'];

/** The concepts of a word made of known words, such as `nachrichtentext` or `lastseenat`. */
function compound(token: string): Concept[] | undefined {
  for (let length = token.length - 2; length >= 3; length--) {
    const concept = meanings.get(token.slice(0, length));
    if (concept === undefined) continue;
    for (const joint of joints) {
      const rest = token.slice(length);
      if (!rest.startsWith(joint)) continue;
      const after = rest.slice(joint.length);
      if (fillers.has(after) && after.length > 1) return [concept];
      if (after.length < 2) continue;
      const known = meanings.get(after);
      if (known !== undefined) return [concept, known];
      const inner = after.length > 4 ? compound(after) : undefined;
      if (inner !== undefined) return [concept, ...inner];
    }
  }
  return undefined;
}
