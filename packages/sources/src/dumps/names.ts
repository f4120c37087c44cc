import type { Cursor } from './cursor.ts';

const space = /\s+/y;
const plain = /[\w$\u0080-\u00FF]+/y;

/** Moves past spaces and comments. @param hasHash whether `#` begins a comment */
export function skipSpace(cursor: Cursor, hasHash: boolean): void {
  for (;;) {
    cursor.take(space);
    const next = cursor.peek();
    if ((next === '-' && cursor.peek(1) === '-') || (next === '#' && hasHash))
      cursor.skipPast('\n');
    else if (next === '/' && cursor.peek(1) === '*') cursor.skipPast('*/');
    else return;
  }
}

/** A word, or a quoted name without its quotes; undefined for anything else. */
export function nameAt(cursor: Cursor): string | undefined {
  const quote = cursor.peek();
  if (quote !== '`' && quote !== '"' && quote !== '[') return cursor.take(plain);
  const end = quote === '[' ? ']' : quote;
  let name = '';
  cursor.at++;
  for (;;) {
    const from = cursor.at;
    if (!cursor.skipPast(end)) return undefined;
    name += cursor.text.slice(from, cursor.at - 1);
    if (cursor.peek() !== end) return name;
    name += end;
    cursor.at++;
  }
}

/** A name with its schema or database, such as `public.users`. */
export function tableNameAt(cursor: Cursor, hasHash: boolean): readonly string[] {
  const parts: string[] = [];
  for (;;) {
    skipSpace(cursor, hasHash);
    const part = nameAt(cursor);
    if (part === undefined) return parts;
    parts.push(part);
    if (cursor.peek() !== '.') return parts;
    cursor.at++;
  }
}

/** Names in parentheses; undefined when there are none. */
export function namesAt(cursor: Cursor, hasHash: boolean): readonly string[] | undefined {
  skipSpace(cursor, hasHash);
  if (cursor.peek() !== '(') return undefined;
  cursor.at++;
  const names: string[] = [];
  for (;;) {
    skipSpace(cursor, hasHash);
    const name = nameAt(cursor);
    if (name === undefined) return undefined;
    names.push(name);
    skipSpace(cursor, hasHash);
    const next = cursor.peek();
    cursor.at++;
    if (next === ')') return names;
    if (next !== ',') return undefined;
  }
}
