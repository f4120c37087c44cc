/**
 * An import answer that says `success` of every record it mentions, before anything else of it is looked at.
 *
 * Parsed as JSON, each such answer is an object with fifty keys that no object had before, which costs the engine more
 * time and memory than the rest of the sending.
 */
export class AllSucceeded {
  readonly keys: readonly string[];
  readonly #text: string;

  constructor(keys: readonly string[], text: string) {
    this.keys = keys;
    this.#text = text;
  }

  /** The answer as JSON after all. */
  get body(): unknown {
    return JSON.parse(this.#text);
  }
}

const HEAD = '{"data":{';
const SUCCESS = ':{"success":true';

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPENING = 0x7b;
const CLOSING = 0x7d;

/** An answer's text as JSON, or `AllSucceeded` where it has the form in which success comes as a rule. */
export function parseAnswer(text: string): unknown {
  const keys = succeededKeys(text);
  return keys === undefined ? JSON.parse(text) : new AllSucceeded(keys, text);
}

/** The keys of `{"data":{"…":{"success":true…},…}}`; `undefined` for an answer of any other form. */
function succeededKeys(text: string): string[] | undefined {
  if (!text.startsWith(HEAD)) return undefined;
  const keys: string[] = [];
  for (let at = HEAD.length; ; at++) {
    if (text.charCodeAt(at) !== QUOTE) return undefined;
    const keyEnd = text.indexOf('"', at + 1);
    const key = text.slice(at + 1, keyEnd);
    if (keyEnd < 0 || key.includes('\\') || !text.startsWith(SUCCESS, keyEnd + 1)) return undefined;
    const end = endOfObject(text, keyEnd + 2);
    if (end === undefined) return undefined;
    keys.push(key);
    at = end + 1;
    if (text.charCodeAt(at) !== COMMA) return text.startsWith('}}', at) ? keys : undefined;
  }
}

/** Where the bracket is closed that opens at `start`. */
function endOfObject(text: string, start: number): number | undefined {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === OPENING) depth++;
    else if (code === CLOSING && --depth === 0) return at;
  }
  return undefined;
}

function endOfString(text: string, start: number): number {
  for (let end = start; ;) {
    end = text.indexOf('"', end + 1);
    if (end < 0) return text.length;
    let backslashes = 0;
    while (text[end - 1 - backslashes] === '\\') backslashes++;
    if (backslashes % 2 === 0) return end;
  }
}
