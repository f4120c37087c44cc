import { libraries } from './libraries.ts';
import { TextBlocks } from './text-blocks.ts';

/** The plain text of HTML. */
export function textOfHtml(html: string): string {
  const text = new TextBlocks();
  const links: { readonly address: string; readonly start: number }[] = [];
  /** Number of open elements whose content is not shown. */
  let hidden = 0;
  const { Parser } = libraries.html();
  const parser = new Parser({
    onopentag: (name, attributes) => {
      if (unseen.has(name)) hidden += 1;
      if (name === 'a') links.push({ address: attributes['href'] ?? '', start: text.position });
      else openTag(text, name, attributes);
    },
    ontext: (part) => {
      if (hidden === 0) text.add(part);
    },
    onclosetag: (name) => {
      if (unseen.has(name)) hidden -= 1;
      if (name === 'a') closeLink(text, links.pop());
      else closeTag(text, name);
    },
  });
  parser.end(closed(html));
  return text.finish();
}

/** Escapes each `<` that no `>` follows: it begins no tag, and the parser would drop the text after it. */
function closed(html: string): string {
  const last = html.lastIndexOf('>');
  return html.slice(0, last + 1) + html.slice(last + 1).replaceAll('<', '&lt;');
}

/** Elements whose content is not text. */
const unseen = new Set(['script', 'style']);

/** Elements with an empty line before and after them. */
const paragraphs = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'dl', 'pre']);

/** Elements on lines of their own. */
const lines = new Set(
  'address article aside details div dd dt fieldset figcaption figure footer form header hgroup main nav section summary table tr'.split(
    ' ',
  ),
);

function openTag(text: TextBlocks, name: string, attributes: Record<string, string>): void {
  breakAround(text, name);
  if (name === 'br') text.breakLine();
  else if (name === 'hr') text.rule();
  else if (name === 'img')
    text.add([attributes['alt'], attributes['src']].filter(Boolean).join(' '));
  else if (name === 'pre') text.keepSpace(true);
  else if (name === 'ul' || name === 'ol') text.openList(name === 'ol', attributes['start']);
  else if (name === 'li') text.openItem();
  else if (name === 'blockquote') text.openQuote();
}

function closeTag(text: TextBlocks, name: string): void {
  if (name === 'pre') text.keepSpace(false);
  else if (name === 'ul' || name === 'ol') text.closeList();
  else if (name === 'li' || name === 'blockquote') text.closeIndented();
  else if (name === 'td' || name === 'th') text.add(' ');
  breakAround(text, name);
}

function breakAround(text: TextBlocks, name: string): void {
  if (paragraphs.has(name)) text.separate(2);
  else if (lines.has(name)) text.separate(1);
}

/** The address is kept after the text that links to it. */
function closeLink(
  text: TextBlocks,
  link: { readonly address: string; readonly start: number } | undefined,
): void {
  if (link === undefined || link.address === '' || link.address.startsWith('#')) return;
  const address = link.address.replace(/^mailto:/, '');
  const shown = text.since(link.start).trim();
  if (shown === '') text.add(address);
  else if (shown !== address) text.add(` (${address})`);
}
