import { hasConcept } from '../words/name-fit.ts';

/** Rows, with the names of the objects around them. */
interface NamedRows {
  /** For each key of the path, innermost first, the name of the object around it. */
  readonly keys: readonly { readonly of: string }[];
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

/**
 * Names for the keys in the path of documents, innermost first: a key of `users` is named `user`. No document has a field with one of
 * these names, so that no key hides a field.
 */
export function keyNames({ keys, rows }: NamedRows): string[] {
  const names: string[] = [];
  for (const [index, { of }] of keys.entries()) {
    const isOuter = index > 0 && keys[index - 1]!.of === of;
    const base = isOuter ? outerName(of) : singular(of);
    const isTaken = (name: string): boolean =>
      names.includes(name) || rows.some((row) => Object.hasOwn(row, name));
    let name = base;
    for (let number = 1; isTaken(name); number++) name = `${base}Key${number === 1 ? '' : number}`;
    names.push(name);
  }
  return names;
}

/** The name of an outer key: `messages.CHAT.MESSAGE` does not show what CHAT is. */
function outerName(of: string): string {
  return hasConcept(of, 'message') || hasConcept(of, 'member') ? 'chat' : 'key';
}

function singular(word: string): string {
  const name = word
    .replaceAll(/[^\w-]/g, '')
    .replace(/^[^A-Za-z_]+/, '')
    .replace(/ies$/, 'y')
    .replace(/(?<!s)s$/, '');
  return name === '' ? 'key' : name;
}

/** The place of documents as a pattern: `chats.*.messages.*` is `chats/{chat}/messages/{message}`. */
export function patternOf(place: readonly string[], names: readonly string[]): string {
  const outermost = names.toReversed();
  return place.map((step) => (step === '*' ? `{${outermost.shift()!}}` : step)).join('/');
}
