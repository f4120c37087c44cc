import { limits, type Problem, problem, type Row } from '@chatferry/contract';
import type { Cleaning } from './cleaning.ts';
import { getPath, setPath } from '../rows/paths.ts';
import { cut, cutText } from './cut-text.ts';

/**
 * Mends a refused row as far as the configuration asks for it.
 *
 * @returns what was done, each as a warning; undefined when something is wrong that is not to be mended, or cannot be
 */
export function repair(
  row: Row,
  problems: readonly Problem[],
  { tooLong, brokenText }: Cleaning,
): Problem[] | undefined {
  const done: Problem[] = [];
  for (const { code, field } of problems) {
    // A name cannot be split: it is cut whenever something is to be done about what is too long.
    const isName = code === 'too-long' && field === 'name';
    if (isName && tooLong !== undefined) {
      row['name'] = cut(row['name'] as string, limits.nameLength);
      done.push(problem('text-cut', { field }));
    } else if (code === 'data-too-large' && tooLong === 'cut' && cutText(row)) {
      done.push(problem('text-cut', { field: 'data.text' }));
    } else if (
      code === 'null-character' &&
      brokenText !== undefined &&
      /(^|\.)name$/.test(field!)
    ) {
      changeName(row, field!, brokenText === 'replace' ? '\uFFFD' : '');
      done.push(problem('text-repaired', { field }));
    } else if (code === 'broken-text' && brokenText !== undefined) {
      mendTexts(row, brokenText === 'replace' ? replaceHalves : removeBroken);
      done.push(problem('text-repaired', { field }));
    } else return undefined;
  }
  return done;
}

/** Puts something in place of each NUL in a name. */
function changeName(row: Row, field: string, replacement: string): void {
  const path = field.split('.');
  const name = getPath(row, path) as string;
  setPath(row, path, name.replaceAll('\0', replacement));
}

/** Takes halves of characters and marks of lost ones out of all texts of a row. */
export function removeBrokenTexts(row: Row): void {
  mendTexts(row, removeBroken);
}

function replaceHalves(text: string): string {
  return text.toWellFormed();
}

function removeBroken(text: string): string {
  return text.replaceAll(/[\p{Surrogate}\uFFFD]/gu, '');
}

function mendTexts(
  holder: Record<string, unknown> | unknown[],
  mend: (text: string) => string,
): void {
  for (const [key, value] of Object.entries(holder)) {
    const mendedKey = Array.isArray(holder) ? key : mend(key);
    const mended = typeof value === 'string' ? mend(value) : value;
    if (typeof mended === 'object' && mended !== null)
      mendTexts(mended as Record<string, unknown>, mend);
    if (mendedKey !== key) delete (holder as Row)[key];
    (holder as Row)[mendedKey] = mended;
  }
}
