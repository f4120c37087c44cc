import type { Target } from './links.ts';

/** Callbacks for the links of the rendered page. */
interface PageContext {
  readonly targetOf: (href: string) => Target;
  readonly onFile: (file: string) => void;
}

/** The used part of markdown-it. */
export interface MarkdownIt {
  set: (options: object) => void;
  readonly renderer: {
    readonly rules: Record<string, Rule | undefined>;
  };
  readonly core: { readonly ruler: { push: (name: string, rule: (state: State) => void) => void } };
}

interface Token {
  type: string;
  tag: string;
  content: string;
  hidden: boolean;
  children: Token[] | null;
  attrGet: (name: string) => string | null;
  attrSet: (name: string, value: string) => void;
}

interface State {
  readonly tokens: Token[];
  readonly env: unknown;
}

type Rule = (
  tokens: Token[],
  index: number,
  options: object,
  env: unknown,
  self: { renderToken: (tokens: Token[], index: number, options: object) => string },
) => string;

/** Characters of code that fit into a line of a phone. Shorter code is not broken after its hyphens. */
const SHORT = 24;

/** Gives headings ids, makes tables and code scroll separately, and rewrites links for the site. */
export function extendMarkdown(markdown: MarkdownIt): void {
  markdown.set({ html: false });
  const { rules } = markdown.renderer;
  rules['table_open'] = () => '<div class="table" tabindex="0"><table>\n';
  rules['table_close'] = () => '</table></div>\n';
  rules['th_open'] = () => '<th scope="col">';
  markdown.core.ruler.push('site', ({ tokens, env }) => {
    const context = (env as { context: PageContext }).context;
    const taken = new Map<string, number>();
    for (const [index, token] of tokens.entries()) {
      if (token.type === 'heading_open')
        token.attrSet('id', uniqueIn(taken, slugOf(tokens[index + 1]!.content)));
      if (token.type === 'fence') token.attrSet('tabindex', '0');
      for (const inner of token.children ?? []) {
        link(inner, token.children!, context);
        if (inner.type === 'code_inline' && inner.content.length <= SHORT)
          inner.attrSet('class', 'short');
      }
    }
  });
  const fence = rules['fence']!;
  rules['fence'] = (tokens, index, options, env, self) =>
    fence(tokens, index, options, env, self)
      .replace(/ tabindex="0"/, '')
      .replace('<pre', '<pre tabindex="0"');
}

function link(token: Token, all: readonly Token[], { targetOf, onFile }: PageContext): void {
  if (token.type !== 'link_open') return;
  const target = targetOf(token.attrGet('href') ?? '');
  if (target.is === 'source') {
    token.hidden = true;
    const end = all.slice(all.indexOf(token)).find(({ type }) => type === 'link_close');
    if (end !== undefined) end.hidden = true;
    return;
  }
  if (target.is === 'file') onFile(target.file);
  token.attrSet('href', target.href);
}

/** The id of a heading as links in Markdown expect it: lower case, hyphens for spaces, no punctuation. */
function slugOf(heading: string): string {
  return heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
}

function uniqueIn(taken: Map<string, number>, slug: string): string {
  const times = taken.get(slug) ?? 0;
  taken.set(slug, times + 1);
  return times === 0 ? slug : `${slug}-${times}`;
}
