import { limits, type Problem, problem, type Row } from '@chatferry/contract';
import type { Cleaning } from './cleaning.ts';
import { getPath, setPath } from '../terms/paths.ts';
import { cut, cutText } from './cut-text.ts';

/**
 * Repairs a rejected row as far as the configuration asks for it.
 *
 * @returns one warning for each repair; undefined when a problem may not or cannot be repaired
 */
export function repair(
  row: Row,
  problems: readonly Problem[],
  { tooLong, brokenText }: Cleaning,
): Problem[] | undefined {
  const done: Problem[] = [];
  for (const { code, field } of problems) {
    // A name cannot be split, so both settings cut it.
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
      repairTexts(row, brokenText === 'replace' ? replaceHalves : removeBroken);
      done.push(problem('text-repaired', { field }));
    } else return undefined;
  }
  return done;
}

/** Replaces each NUL in a name. */
function changeName(row: Row, field: string, replacement: string): void {
  const path = field.split('.');
  const name = getPath(row, path) as string;
  setPath(row, path, name.replaceAll('\0', replacement));
}

/** Replaces or removes unpaired surrogates and replacement characters in all texts of a row. */
export function removeBrokenTexts(row: Row): void {
  repairTexts(row, removeBroken);
}

function replaceHalves(text: string): string {
  return text.toWellFormed();
}

function removeBroken(text: string): string {
  return text.replaceAll(/[\p{Surrogate}\uFFFD]/gu, '');
}

function repairTexts(
  holder: Record<string, unknown> | unknown[],
  repairText: (text: string) => string,
): void {
  for (const [key, value] of Object.entries(holder)) {
    const repairedKey = Array.isArray(holder) ? key : repairText(key);
    const repaired = typeof value === 'string' ? repairText(value) : value;
    if (typeof repaired === 'object' && repaired !== null)
      repairTexts(repaired as Record<string, unknown>, repairText);
    if (repairedKey !== key) delete (holder as Row)[key];
    (holder as Row)[repairedKey] = repaired;
  }
}
