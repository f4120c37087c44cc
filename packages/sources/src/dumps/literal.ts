import type { Cursor } from './cursor.ts';
import type { Dialect } from './dialect.ts';
import { nameAt, skipSpace } from './names.ts';

/** A value of a row. Texts have one character a byte. */
export type Literal =
  | { readonly is: 'null' }
  | { readonly is: 'number' | 'text'; readonly text: string }
  | { readonly is: 'bytes'; readonly text: string; readonly hex: string };

const NULL: Literal = { is: 'null' };
const number = /[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?/y;
const hexDigits = /0[xX][\dA-Fa-f]*/y;

const escapes: Readonly<Record<string, string>> = {
  '0': '\0',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  Z: '\u001A',
};

/**
 * Reads a literal. Computes nothing, except the functions that writers of dumps put around texts.
 * @returns undefined for anything else, such as a call of a function
 */
export function literalAt(cursor: Cursor, dialect: Dialect): Literal | undefined {
  const next = cursor.peek();
  if (next === "'") return { is: 'text', text: quoted(cursor, dialect.hasEscapes) };
  if (next === '0' && /[xX]/.test(cursor.peek(1))) return bytes(cursor.take(hexDigits)!.slice(2));
  const digits = cursor.take(number);
  if (digits !== undefined) return { is: 'number', text: digits };
  if (next === '(') return undefined;
  const word = nameAt(cursor)?.toLowerCase();
  if (word === 'null') return NULL;
  if (word === 'true' || word === 'false')
    return { is: 'number', text: word === 'true' ? '1' : '0' };
  if (word === 'replace' || word === 'unistr') return wrapped(cursor, dialect, word);
  const hasSpace = word?.startsWith('_') === true || word === 'n';
  if (hasSpace) skipSpace(cursor, dialect.hasHashComments);
  if (cursor.peek() !== "'") {
    // `_binary 0x00FF`
    return hasSpace && cursor.peek() === '0' ? literalAt(cursor, dialect) : undefined;
  }
  if (word === 'e') return { is: 'text', text: quoted(cursor, true) };
  const text = quoted(cursor, dialect.hasEscapes);
  if (word === 'x') return bytes(text);
  if (word === 'b') return { is: 'number', text: String(BigInt(`0b${text === '' ? '0' : text}`)) };
  return hasSpace ? { is: 'text', text } : undefined;
}

function bytes(hex: string): Literal {
  return { is: 'bytes', hex, text: Buffer.from(hex, 'hex').toString('latin1') };
}

/** A text in quotes. @throws {typeof needsMore} */
function quoted(cursor: Cursor, hasEscapes: boolean): string {
  let text = '';
  let at = cursor.at + 1;
  const { text: all } = cursor;
  for (let from = at; ;) {
    const code = at < all.length ? all.charCodeAt(at) : -1;
    if (code === -1) {
      cursor.at = at;
      cursor.peek(); // Asks for more text; at the end of the dump, the quote is open.
      return text + all.slice(from);
    }
    if (code === 0x27) {
      text += all.slice(from, at);
      cursor.at = at + 1;
      if (cursor.peek() !== "'") return text;
      text += "'";
      at += 2;
      from = at;
    } else if (code === 0x5c && hasEscapes) {
      cursor.at = at;
      const escaped = cursor.peek(1);
      text += all.slice(from, at) + (escapes[escaped] ?? escaped);
      at += 2;
      from = at;
    } else at++;
  }
}

/** The functions that SQLite puts around texts with line breaks: `replace('…','\n',char(10))`, or `unistr('…')`. */
function wrapped(cursor: Cursor, dialect: Dialect, word: string): Literal | undefined {
  const put = (mark: string): boolean => {
    skipSpace(cursor, false);
    if (cursor.peek() !== mark) return false;
    cursor.at++;
    skipSpace(cursor, false);
    return true;
  };
  if (!put('(')) return undefined;
  const inner = literalAt(cursor, dialect);
  if (inner?.is !== 'text') return undefined;
  if (word === 'unistr') {
    const text = inner.text.replaceAll(
      /\\(?:u([\dA-Fa-f]{4})|(\\))/g,
      (_, hex: string | undefined) =>
        hex === undefined
          ? '\\'
          : Buffer.from(String.fromCharCode(Number.parseInt(hex, 16))).toString('latin1'),
    );
    return put(')') ? { is: 'text', text } : undefined;
  }
  const from = put(',') ? literalAt(cursor, dialect) : undefined;
  const code = put(',') ? charAt(cursor) : undefined;
  if (from?.is !== 'text' || code === undefined || !put(')')) return undefined;
  return { is: 'text', text: inner.text.replaceAll(from.text, code) };
}

const charCall = /char\((\d+)\)/y;

function charAt(cursor: Cursor): string | undefined {
  const call = cursor.take(charCall);
  return call === undefined ? undefined : String.fromCharCode(Number(/\d+/.exec(call)![0]));
}
