import { fields, isObject, type Kind } from '@chatferry/contract';
import { InputError } from '../terms/input-error.ts';
import type { KindMapping } from '../mapping/kind-mapping.ts';
import type { FileRow } from './file-rows.ts';
import { fieldsOfColumn } from '../mapping/targets.ts';
import { unwrappingFix } from '../terms/unwrapping-fix.ts';

/**
 * Refuses a file whose first row is an object that contains the rows, as in `{"results":[{"uid":…`. The whole object would count as one
 * invalid row. The check uses the fields that every record needs, which occur only inside the array.
 *
 * @param rows the first rows
 * @throws {InputError} `wrapped-rows`
 */
export function checkWrapper(
  kind: Kind,
  rows: readonly FileRow[],
  mapping: KindMapping,
  file: string,
): void {
  const [first] = rows as [FileRow];
  const isNeeded = (name: string): boolean =>
    fieldsOfColumn(name, mapping).some((field) => fields[kind][field]?.required === true);
  const isWhole = 'row' in first;
  if (!isWhole && (first.problem.code !== 'row-too-large' || rows.length > 1)) return;
  const path = isWhole ? listIn(first.row, isNeeded) : listInBeginning(first.text, isNeeded);
  if (path === undefined) return;
  throw new InputError(
    'wrapped-rows',
    `is one object that contains the rows under the key "${path.join('.')}".`,
    { file, line: first.line },
    { fix: unwrappingFix(kind, path) },
  );
}

type IsNeeded = (name: string) => boolean;

/** Maximum number of objects around the array. */
const MOST_LEVELS = 4;

/** The keys that lead to an array of rows in an object that is not a row itself. */
function listIn(
  row: Readonly<Record<string, unknown>>,
  isNeeded: IsNeeded,
  levels = MOST_LEVELS,
): readonly string[] | undefined {
  const needed = Object.keys(row).filter(isNeeded);
  for (const [key, value] of Object.entries(row)) {
    if (needed.some((each) => each !== key)) continue;
    const element: unknown = Array.isArray(value) ? value[0] : undefined;
    if (isObject(element) && Object.keys(element).some(isNeeded)) return [key];
    const inner = isObject(value) && levels > 1 ? listIn(value, isNeeded, levels - 1) : undefined;
    if (inner !== undefined) return [key, ...inner];
  }
  return undefined;
}

/** As `listIn`, for an object that is larger than a row may be, of which only the beginning is kept. */
function listInBeginning(text: string, isNeeded: IsNeeded): readonly string[] | undefined {
  for (const found of text.matchAll(/"((?:[^"\\]|\\.)+)"\s*:\s*\[\s*\{/g)) {
    const before = text.slice(0, found.index);
    const around = openKeys(before);
    if (around === undefined) continue;
    if (keysIn(before).some((key) => isNeeded(key) && !around.includes(key))) return undefined;
    const [inside] = text.slice(found.index + found[0].length).split(/[{}]/, 1);
    if (keysIn(inside!).some(isNeeded)) return [...around, found[1]!];
  }
  return undefined;
}

/** The keys of the objects that are open at the end of a text; undefined when any of them is inside an array. */
function openKeys(json: string): readonly string[] | undefined {
  const open: (string | undefined)[] = [];
  let key: string | undefined;
  for (const [token, colon] of json.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?|[{}[\]]/g)) {
    if (colon !== undefined) key = token.slice(1, token.lastIndexOf('"'));
    else if (token === '{') open.push(key);
    else if (token === '[') open.push(undefined);
    else if (token === '}' || token === ']') open.pop();
  }
  const keys = open.slice(1);
  return keys.includes(undefined) ? undefined : (keys as string[]);
}

function keysIn(json: string): string[] {
  return [...json.matchAll(/"((?:[^"\\]|\\.)+)"\s*:/g)].map(([, name]) => name!);
}
