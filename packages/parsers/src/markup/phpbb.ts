import { readTag } from './bbcode.ts';
import { textOfHtml } from './html.ts';
import { libraries } from './libraries.ts';

/** A tag that is not closed yet. */
interface OpenTag {
  readonly tag: string;
  readonly attribute: string;
  text: string;
}

/** Builds a text from tags and the texts between them. */
class TaggedText {
  readonly #open: OpenTag[] = [{ tag: '', attribute: '', text: '' }];

  add(text: string): void {
    this.#open.at(-1)!.text += text;
  }

  begin(tag: string, attribute: string): void {
    this.#open.push({ tag, attribute, text: '' });
  }

  /** Ignores the end of a tag that did not begin. */
  end(tag: string): void {
    if (this.#open.at(-1)!.tag !== tag || this.#open.length === 1) return;
    const { attribute, text } = this.#open.pop()!;
    // phpBB completes the address of a link that begins with www.
    this.add(readTag(tag, attribute === `http://${text}` ? '' : attribute, text));
  }

  finish(): string {
    while (this.#open.length > 1) this.end(this.#open.at(-1)!.tag);
    return this.#open[0]!.text;
  }
}

/**
 * The plain text of a post of phpBB. Since version 3.2 a post is XML with literal texts. Before, it was HTML with BBCode whose tags end
 * with a mark of the post; other brackets are text.
 */
export function textOfPhpbb(text: string): string {
  return /^<[rt]>/.test(text) ? textOfXml(text) : textOfMarked(text);
}

/** The signs that a person typed for a tag, and the white space around it. Tags of BBCode are in capitals. */
const unseen = /<([sei])>[^<]*<\/\1>/g;
const xmlPart = /<br\/>\n?|<(\/?)([\w-]+)([^<>]*?)(\/?)>|[^<]+|</g;

function textOfXml(xml: string): string {
  const { decodeXML } = libraries.entities();
  const built = new TaggedText();
  for (const [part, slash, name, attributes, isEmpty] of xml
    .replaceAll(unseen, '')
    .matchAll(xmlPart)) {
    const tag = name?.toLowerCase();
    if (part.startsWith('<br/>')) built.add('\n');
    else if (tag === undefined) built.add(decodeXML(part));
    else {
      if (slash === '') built.begin(tag, decodeXML(shown(attributes!)));
      if (slash === '/' || isEmpty === '/') built.end(tag);
    }
  }
  return built.finish();
}

/** The attribute that is shown with the text of a tag: the author of a quote, the address of a link. */
function shown(attributes: string): string {
  return /\s(?:author|url)="([^"]*)"/.exec(attributes)?.[1] ?? '';
}

/** Replaces line breaks and the spaces that indent code, which HTML would join, and reads the HTML. */
function withoutHtml(html: string): string {
  const lines = html.replaceAll(
    /\n([ \t]*)/g,
    (_, indent: string) => `<br/>${'\u00A0'.repeat(indent.length)}`,
  );
  return textOfHtml(lines).replaceAll(/^\u00A0+/gm, (indent) => ' '.repeat(indent.length));
}

const smiley = /<img src="\{SMILIES_PATH\}[^>]* alt="([^"]*)"[^>]*>/g;

function textOfMarked(html: string): string {
  const text = withoutHtml(html.replaceAll(smiley, '$1'));
  const mark = /\[\/[^[\]]*:([a-z\d]{5,8})\]/.exec(text)?.[1];
  if (mark === undefined) return text;
  const marked = new RegExp(`\\[(/?)(\\*|\\w+)(?:=([^\\n]{0,2000}?))?(?::\\w)?:${mark}\\]`, 'g');
  const built = new TaggedText();
  let end = 0;
  for (const found of text.matchAll(marked)) {
    const [whole, slash, name, attribute = ''] = found;
    built.add(text.slice(end, found.index));
    end = found.index + whole.length;
    const tag = name === '*' ? 'li' : name!.toLowerCase();
    if (slash === '/') built.end(tag);
    else built.begin(tag, attribute.replace(/^"(.*)"$/, '$1'));
  }
  built.add(text.slice(end));
  return built.finish();
}
