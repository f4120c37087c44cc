import type { Cursor } from './cursor.ts';
import type { Dialect } from './dialect.ts';

const plain = /[^;'"`$/#-]+/y;
const tag = /\$\w*\$/y;

/** Moves behind the `;` that ends a statement, whatever texts and comments it contains. @returns the place of the `;` */
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

/** Moves behind the parenthesis that ends the row which begins at the place, whatever its values are. */
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
    if (next === quote) return; // A doubled quote begins another text at once.
  }
}
