/** Elements of a list that are kept: the first `FIRST`, then every `EVERY`th. */
const FIRST = 300;
const FIRST_INSIDE = 40;
const EVERY = 1000;

/** Maximum number of keys that are kept of an object. More keys are ids rather than names of columns. */
const MOST_KEYS = 400;

const MOST_LETTERS = 4000;

/** An open list or object. `value` is undefined while it is skipped. */
interface Frame {
  readonly isList: boolean;
  readonly value: unknown[] | Record<string, unknown> | undefined;
  key: string;
  count: number;
}

/**
 * A JSON document of any size, or a sequence of documents, of which only some elements of each list are kept. `feed` takes the text of the
 * file, piece by piece.
 *
 * The other elements are passed over without being built, so that memory does not grow with the document.
 */
export class JsonOutline {
  /** The kept parts of some documents. Most files have one document. */
  readonly documents: unknown[] = [];
  /** Whether the text is not JSON from some position on. */
  isBroken = false;
  readonly #stack: Frame[] = [];
  #text = '';
  #state: 'value' | 'string' | 'escape' | 'literal' = 'value';
  #isKey = false;
  #count = 0;

  feed(piece: string): void {
    let at = 0;
    while (at < piece.length && !this.isBroken) {
      if (this.#state === 'string') at = this.#readString(piece, at);
      else if (this.#state === 'escape') {
        this.#text += piece[at]!;
        this.#state = 'string';
        at++;
      } else at = this.#readToken(piece, at);
    }
  }

  #readString(piece: string, from: number): number {
    let at = from;
    while (at < piece.length && piece[at] !== '"' && piece[at] !== '\\') at++;
    if (this.#text.length < MOST_LETTERS) this.#text += piece.slice(from, at);
    if (at === piece.length) return at;
    if (piece[at] === '\\') {
      this.#text += '\\';
      this.#state = 'escape';
      return at + 1;
    }
    this.#state = 'value';
    const text = unescaped(this.#text);
    this.#text = '';
    if (this.#isKey) this.#stack.at(-1)!.key = text;
    else this.#add(text);
    return at + 1;
  }

  #readToken(piece: string, at: number): number {
    const character = piece[at]!;
    if (this.#state === 'literal') {
      if (/[\w.+-]/.test(character)) {
        this.#text += character;
        return at + 1;
      }
      this.#endLiteral();
      return at;
    }
    const top = this.#stack.at(-1);
    if (character === '"') {
      this.#isKey = top?.isList === false && this.#isKey;
      this.#state = 'string';
    } else if (character === '{' || character === '[') this.#open(character === '[');
    else if (character === '}' || character === ']') {
      if (top === undefined) this.isBroken = true;
      this.#stack.pop();
      this.#isKey = false;
    } else if (character === ',') this.#isKey = top?.isList === false;
    else if (character === ':') this.#isKey = false;
    else if (/[\w-]/.test(character)) {
      this.#state = 'literal';
      this.#text = character;
    } else if (!/\s/.test(character)) this.isBroken = true;
    return at + 1;
  }

  #endLiteral(): void {
    this.#state = 'value';
    const text = this.#text;
    this.#text = '';
    // A long number keeps its digits as text.
    this.#add(
      text.length > 15
        ? text
        : text === 'null'
          ? null
          : text === 'true'
            ? true
            : text === 'false'
              ? false
              : Number(text),
    );
  }

  #open(isList: boolean): void {
    const value = this.#isKept()
      ? isList
        ? []
        : (Object.create(null) as Record<string, unknown>)
      : undefined;
    this.#add(value);
    this.#stack.push({ isList, value, key: '', count: 0 });
    this.#isKey = !isList;
  }

  #isKept(): boolean {
    const top = this.#stack.at(-1);
    if (top === undefined) return this.#count < FIRST || this.#count % EVERY === 0;
    if (top.value === undefined) return false;
    if (!top.isList) return top.count < MOST_KEYS;
    const lists = this.#stack.filter((frame) => frame.isList).length;
    return (
      top.count < (lists > 1 ? FIRST_INSIDE : FIRST) || (lists === 1 && top.count % EVERY === 0)
    );
  }

  #add(value: unknown): void {
    const top = this.#stack.at(-1);
    if (top === undefined) {
      if (this.#isKept()) this.documents.push(value);
      this.#count++;
      return;
    }
    if (this.#isKept() && value !== undefined) {
      if (top.isList) (top.value as unknown[]).push(value);
      else (top.value as Record<string, unknown>)[top.key] = value;
    }
    top.count++;
  }
}

function unescaped(text: string): string {
  if (!text.includes('\\')) return text;
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch {
    return text;
  }
}
