import type { Cursor } from './cursor.ts';
import type { Dialect } from './dialect.ts';

const plain = /[^;'"`$/#-]+/y;
const tag = /\$\w*\$/y;

/** Moves past the `;` at the end of a statement, whatever its texts and comments. @returns the position of the `;` */
export function skipStatement(cursor: Cursor, { hasEscapes, hasHashComments }: Dialect): number {
  for (;;) {
    cursor.take(plain);
    const next = cursor.peek();
    if (next === '') return cursor.at;
    if (next === ';') return cursor.at++;
    if (next === "'" || next === '"' || next === '`') skipQuoted(cursor, next, hasEscapes);
    else if (next === '$') {
      const found = cursor.take(tag);
      if (found === undefined) cursor.at++;
      else cursor.skipPast(found);
    } else if (next === '-' && cursor.peek(1) === '-') cursor.skipPast('\n');
    else if (next === '#' && hasHashComments) cursor.skipPast('\n');
    else if (next === '/' && cursor.peek(1) === '*') cursor.skipPast('*/');
    else cursor.at++;
  }
}

const plainInRow = /[^()'"`/#-]+/y;

/** Moves past the parenthesis at the end of the row at the position, whatever its values. */
export function skipRow(cursor: Cursor, { hasEscapes, hasHashComments }: Dialect): void {
  for (let depth = 0; ;) {
    cursor.take(plainInRow);
    const next = cursor.peek();
    if (next === '') return;
    if (next === "'" || next === '"' || next === '`') skipQuoted(cursor, next, hasEscapes);
    else if (next === '-' && cursor.peek(1) === '-') cursor.skipPast('\n');
    else if (next === '#' && hasHashComments) cursor.skipPast('\n');
    else if (next === '/' && cursor.peek(1) === '*') cursor.skipPast('*/');
    else {
      cursor.at++;
      if (next === '(') depth++;
      if (next === ')' && --depth === 0) return;
    }
  }
}

function skipQuoted(cursor: Cursor, quote: string, hasEscapes: boolean): void {
  cursor.at++;
  for (;;) {
    const next = cursor.peek();
    if (next === '') return;
    if (next === '\\' && hasEscapes && quote !== '`') {
      cursor.peek(1);
      cursor.at += 2;
      continue;
    }
    cursor.at++;
    if (next === quote) return; // A doubled quote immediately begins another text.
  }
}
