import { type GroupWords, groupWords } from './group-words.ts';
import { withPlainBlanks } from './markers.ts';

/** The event of a group that a line of WhatsApp states. */
export type GroupEvent =
  | { readonly is: 'created'; readonly by: string; readonly title: string | undefined }
  | { readonly is: 'named'; readonly title: string }
  /** @property by undefined for people who joined by themselves */
  | { readonly is: 'joined'; readonly names: readonly string[]; readonly by: string | undefined }
  | { readonly is: 'left'; readonly names: readonly string[] };

/** @returns undefined for a line about something else, and for a line in an unknown language */
export function groupEventIn(line: string): GroupEvent | undefined {
  const text = withPlainBlanks(line).trim();
  for (const words of groupWords) {
    const found = eventIn(text, words);
    if (found !== undefined) return found;
  }
  return undefined;
}

function eventIn(text: string, words: GroupWords): GroupEvent | undefined {
  const named = groupsOf(words.named, text);
  if (named !== undefined) return { is: 'named', title: named.at(-1)! };
  const own = words.own && ownEventIn(text, words.own, words.and);
  if (own !== undefined) return own;
  const created = groupsOf(words.created, text);
  if (created !== undefined) return { is: 'created', by: created[0]!, title: created[1] };
  const removed = groupsOf(words.removed, text);
  if (removed?.[1] !== undefined) return { is: 'left', names: listed(removed[1], words.and) };
  const added = groupsOf(words.added, text);
  if (added !== undefined) {
    const [by, names = ''] = added;
    return { is: 'joined', by, names: names === '' ? [] : listed(names, words.and) };
  }
  const joined = groupsOf(words.joined, text);
  if (joined !== undefined) return { is: 'joined', by: undefined, names: [joined[0]!] };
  const left = groupsOf(words.left, text);
  return left === undefined ? undefined : { is: 'left', names: [left[0]!] };
}

function ownEventIn(
  text: string,
  { created, added, removed }: NonNullable<GroupWords['own']>,
  and: string,
): GroupEvent | undefined {
  const [self] = selves;
  const title = groupsOf(created, text);
  if (title !== undefined) return { is: 'created', by: self!, title: title[0] };
  const joined = groupsOf(added, text)?.[0];
  if (joined !== undefined) return { is: 'joined', by: self!, names: listed(joined, and) };
  const left = groupsOf(removed, text)?.[0];
  return left === undefined ? undefined : { is: 'left', names: listed(left, and) };
}

function groupsOf(pattern: RegExp, text: string): readonly string[] | undefined {
  return pattern
    .exec(text)
    ?.slice(1)
    .filter((each) => each !== undefined);
}

function listed(names: string, and: string): readonly string[] {
  return names
    .split(', ')
    .flatMap((each) => each.split(` ${and} `))
    .map((each) => each.trim())
    .filter((each) => each !== '');
}

/** The words for the person who exported, in lower case. */
const selves = new Set([
  'you',
  'du',
  'tú',
  'usted',
  'ti',
  'vous',
  'tu',
  'você',
  'voce',
  'je',
  'u',
  'dich',
  'te',
  'jou',
]);

export function isSelf(name: string): boolean {
  return selves.has(name.toLowerCase());
}
