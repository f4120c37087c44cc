/** A text that is being built, whose lines get a prefix when it ends: an item of a list, or a quote. */
interface OpenBlock {
  text: string;
  /** Whether the text ends with a blank or a line break, or is empty. A flag, because reading the end of a growing text would copy it. */
  isAtGap: boolean;
  /** Line breaks that were requested before the first text. */
  breaksBefore: number;
  /** Line breaks that the next text starts with. */
  breaks: number;
  /** Line breaks before and after the block: 2 make an empty line. */
  readonly around: number;
  readonly firstPrefix: string;
  readonly prefix: string;
}

/** Maximum depth of items and quotes. Each repeats the prefixes of all outer ones on each line. */
const MOST_NESTED = 100;

/** Builds plain text from words, paragraphs, lists and quotes. Runs of white space become one blank, as browsers show them. */
export class TextBlocks {
  readonly #blocks: OpenBlock[] = [openBlock('', '', 0)];
  /** The number of the next item of each open list; `undefined` for lists without numbers. */
  readonly #lists: (number | undefined)[] = [];
  /** Number of open elements that keep their white space. */
  #kept = 0;

  get #block(): OpenBlock {
    return this.#blocks.at(-1)!;
  }

  /** The length of the text of the open block. */
  get position(): number {
    return this.#block.text.length;
  }

  /** The text of the open block from a position on. */
  since(position: number): string {
    return this.#block.text.slice(position);
  }

  add(text: string): void {
    const block = this.#block;
    let part = this.#kept > 0 ? text : text.replaceAll(/[ \t\r\n\f\u200b]+/g, ' ');
    if ((block.isAtGap || block.breaks > 0) && this.#kept === 0) part = part.replace(/^ /, '');
    if (part === '') return;
    if (block.breaks > 0) {
      block.text = `${block.text.replace(/ $/, '')}${'\n'.repeat(block.breaks)}`;
      block.breaks = 0;
    }
    block.text += part;
    block.isAtGap = part.endsWith(' ') || part.endsWith('\n');
  }

  /** Requests line breaks before the next text: 1 for a new line, 2 for an empty line. */
  separate(breaks: number): void {
    const block = this.#block;
    if (block.text === '') block.breaksBefore = Math.max(block.breaksBefore, breaks);
    else block.breaks = Math.max(block.breaks, breaks);
  }

  breakLine(): void {
    const block = this.#block;
    if (block.breaks > 0) block.breaks += 1;
    else block.text += '\n'; // Blanks before it are removed later, in all lines.
    block.isAtGap = true;
  }

  rule(): void {
    this.separate(2);
    this.add('-'.repeat(40));
    this.separate(2);
  }

  keepSpace(isKept: boolean): void {
    this.#kept = Math.max(0, this.#kept + (isKept ? 1 : -1));
  }

  /** A list within a list has no empty line before it. */
  openList(isNumbered: boolean, start: string | undefined): void {
    this.separate(this.#lists.length > 0 ? 1 : 2);
    this.#lists.push(isNumbered ? Number.parseInt(start ?? '1', 10) || 1 : undefined);
  }

  closeList(): void {
    this.#lists.pop();
    this.separate(this.#lists.length > 0 ? 1 : 2);
  }

  openItem(): void {
    const number = this.#lists.at(-1);
    if (number !== undefined) this.#lists[this.#lists.length - 1] = number + 1;
    const sign = number === undefined ? '- ' : `${number}. `;
    this.#open(openBlock(sign, ' '.repeat(sign.length), 1));
  }

  openQuote(): void {
    this.#open(openBlock('> ', '> ', 2));
  }

  /** Ends an item or a quote. */
  closeIndented(): void {
    if (this.#blocks.length === 1) return;
    const { text, breaksBefore, breaks, around, firstPrefix, prefix } = this.#blocks.pop()!;
    this.separate(Math.max(around, breaksBefore));
    const outer = this.#block;
    const start = outer.breaks;
    const lines = text.trimEnd().split('\n');
    outer.text = `${outer.text.replace(/ $/, '')}${'\n'.repeat(start)}${firstPrefix}${lines.join(`\n${prefix}`)}`;
    outer.breaks = Math.max(around, breaks);
    outer.isAtGap = false;
  }

  finish(): string {
    while (this.#blocks.length > 1) this.closeIndented();
    return this.#block.text;
  }

  /** @throws {RangeError} for blocks that are nested too deep */
  #open(block: OpenBlock): void {
    if (this.#blocks.length > MOST_NESTED) throw new RangeError('nested too deep');
    this.#blocks.push(block);
  }
}

function openBlock(firstPrefix: string, prefix: string, around: number): OpenBlock {
  return { text: '', isAtGap: true, breaksBefore: 0, breaks: 0, around, firstPrefix, prefix };
}
