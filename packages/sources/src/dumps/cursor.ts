/** Thrown when the text so far ends inside of the parsed part: parse it again with more text. */
export const needsMore: unique symbol = Symbol('needs more text');

/** A position in the text of a dump, with one character a byte. */
export class Cursor {
  text = '';
  at = 0;
  /** Whether no more text follows. */
  isLast = false;
  #linesBefore = 1;

  /** Adds text, and forgets the parsed text. */
  add(more: string): void {
    this.#linesBefore = this.line;
    this.text = this.text.slice(this.at) + more;
    this.at = 0;
  }

  /** The line of the position, from 1. */
  get line(): number {
    let lines = this.#linesBefore;
    for (
      let at = this.text.indexOf('\n');
      at !== -1 && at < this.at;
      at = this.text.indexOf('\n', at + 1)
    )
      lines++;
    return lines;
  }

  /** The character at the position; empty at the end of the dump. */
  peek(ahead = 0): string {
    const at = this.at + ahead;
    if (at < this.text.length) return this.text[at]!;
    if (this.isLast) return '';
    throw needsMore;
  }

  /** Moves past the next occurrence of a text. @returns whether there is one before the end of the dump */
  skipPast(what: string): boolean {
    const found = this.text.indexOf(what, this.at);
    if (found !== -1) {
      this.at = found + what.length;
      return true;
    }
    if (!this.isLast) throw needsMore;
    this.at = this.text.length;
    return false;
  }

  /** The same for a match of a global pattern. */
  skipPastMatch(pattern: RegExp): boolean {
    pattern.lastIndex = this.at;
    const isFound = pattern.test(this.text);
    if (!isFound && !this.isLast) throw needsMore;
    this.at = isFound ? pattern.lastIndex : this.text.length;
    return isFound;
  }

  /** Takes the match of a sticky pattern at the position, and moves past it. A match at the end of the text may continue. */
  take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    if (!this.isLast && this.at + (found?.length ?? 0) >= this.text.length) throw needsMore;
    if (found === undefined || found === '') return undefined;
    this.at += found.length;
    return found;
  }
}
