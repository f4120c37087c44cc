/** What a test wants to know of a page: read strictly, as a browser would forgive what a test should not. */
export interface ReportPage {
  readonly title: string;
  /** Everything that is read, on one line. */
  readonly text: string;
  /** The headline. */
  readonly state: string;
  /** What is named with its value, such as `App`. */
  readonly facts: Readonly<Record<string, string>>;
  /** The causes of rejected rows that are shown in full. */
  readonly causes: readonly string[];
  /** The rows of a table, by what its caption begins with; head and foot included. */
  readonly table: (caption: string) => string[][];
  readonly captions: readonly string[];
  readonly commands: readonly string[];
}

const VOID = new Set(['meta', '!doctype']);

/** @throws when a tag is not closed in its place, or holds what it may not */
export function readPage(source: string): ReportPage {
  checkNesting(source);
  const body = source.slice(source.indexOf('<body>'));
  const tables = all(body, /<table[^>]*>(.*?)<\/table>/gs).map((table) => ({
    caption: textOf(all(table, /<caption>(.*?)<\/caption>/gs)[0] ?? ''),
    rows: all(table, /<tr>(.*?)<\/tr>/gs).map((row) =>
      all(row, /<t[hd][^>]*>(.*?)<\/t[hd]>/gs).map(textOf),
    ),
  }));
  return {
    title: textOf(all(source, /<title>(.*?)<\/title>/gs)[0] ?? ''),
    text: textOf(body),
    state: textOf(all(body, /<h1[^>]*>(.*?)<\/h1>/gs)[0] ?? ''),
    facts: Object.fromEntries(
      [...body.matchAll(/<dt>([^<]*)<\/dt>\s*<dd>(.*?)<\/dd>/gs)].map(([, name, value]) => [
        textOf(name!),
        textOf(value!),
      ]),
    ),
    causes: all(all(body, /<ol class="causes">(.*?)<\/ol>/gs)[0] ?? '', /<li>(.*?)<\/li>/gs).map(
      textOf,
    ),
    captions: tables.map(({ caption }) => caption),
    table: (caption) => {
      const found = tables.find((table) => table.caption.startsWith(caption));
      if (found === undefined) throw new Error(`there is no table '${caption}…'`);
      return found.rows;
    },
    commands: all(body, /<pre><code>(.*?)<\/code><\/pre>/gs).map(textOf),
  };
}

function checkNesting(source: string): void {
  const open: string[] = [];
  const withoutStyle = source.replace(/(<style>).*?(<\/style>)/s, '$1$2');
  for (const [tag, slash, name] of withoutStyle.matchAll(
    /<(\/?)([a-z!][a-z0-9]*)(?:\s[^<>]*)?>/g,
  )) {
    if (VOID.has(name!)) continue;
    if (slash === '') open.push(name!);
    else if (open.pop() !== name) throw new Error(`${tag} closes nothing`);
  }
  if (open.length > 0) throw new Error(`not closed: ${open.join(', ')}`);
  const stray = /<(?![a-z/!])|&(?!(amp|lt|gt|quot|#39);)/.exec(withoutStyle);
  if (stray !== null)
    throw new Error(`not escaped: ${withoutStyle.slice(stray.index, stray.index + 40)}`);
}

function all(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map((match) => match[1]!);
}

const characters: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
};

function textOf(source: string): string {
  return source
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(lt|gt|quot|#39|amp);/g, (entity) => characters[entity]!)
    .replaceAll(/\s+/g, ' ')
    .trim();
}
