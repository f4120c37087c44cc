import { libraries } from './libraries.ts';

interface Tag {
  readonly tag: string;
  readonly attrs: Readonly<Record<string, unknown>>;
  readonly content: Node | readonly Node[] | null;
}

type Node = string | number | Tag | null;

/** Makes the text of a tag from its attribute, as in `[url=…]`, and the text inside of it. */
type ReadTag = (attribute: string, inside: string) => string;

const inside: ReadTag = (_, text) => text;
const address: ReadTag = (attribute, text) =>
  attribute === '' || attribute === text
    ? text
    : text === ''
      ? attribute
      : `${text} (${attribute})`;
const lines: ReadTag = (_, text) => `\n${text.trim()}\n`;
const quote: ReadTag = (author, text) =>
  `\n${[...(author === '' ? [] : [`${author}:`]), ...text.trim().split('\n')].map((line) => `> ${line}`).join('\n')}\n`;

/** The tags of forums. Other brackets are text: people write `[citation needed]`. */
const tags: Readonly<Record<string, ReadTag>> = {
  ...Object.fromEntries(
    'b i u s strike sub sup color colour size font align center left right justify indent spoiler highlight mention user attachment youtube video media img email'
      .split(' ')
      .map((tag) => [tag, inside]),
  ),
  url: address,
  quote,
  code: lines,
  pre: lines,
  noparse: inside,
  list: lines,
  '*': () => '\n- ',
  li: (_, text) => `\n- ${text.trim()}`,
  hr: () => '\n\n',
};

/** The plain text of BBCode. Addresses are kept, and entities are decoded. @throws {RangeError} when tags are nested too deep */
export function textOfBbcode(text: string): string {
  const nodes = libraries.bbcode().parse(text, {
    onlyAllowTags: Object.keys(tags),
    contextFreeTags: ['code', 'pre', 'noparse'],
    caseFreeTags: true,
  }) as unknown as readonly Node[];
  return libraries.entities().decodeHTML(textOf(nodes));
}

/** The text of a tag. For a tag that no forum has, the text inside of it. @param tag in lower case */
export const readTag = (tag: string, attribute: string, text: string): string =>
  (tags[tag] ?? inside)(attribute, text);

function textOf(content: Node | readonly Node[]): string {
  if (content === null) return '';
  if (Array.isArray(content)) return content.map((each) => textOf(each as Node)).join('');
  if (typeof content !== 'object') return String(content);
  const { tag, attrs, content: inner } = content as Tag;
  const [first] = Object.entries(attrs);
  return readTag(tag.toLowerCase(), attributeOf(first), textOf(inner));
}

/** In `[quote="Ann"]` the first attribute is `Ann` with the same value; in `[quote author=Ann]` it has a name. */
function attributeOf(first: [string, unknown] | undefined): string {
  return first === undefined ? '' : String(first[1]);
}
