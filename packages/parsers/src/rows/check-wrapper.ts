import { fields, type Kind } from '@chatferry/contract';
import { InputError } from '../input-error.ts';
import type { KindMapping } from '../mapping/kind-mapping.ts';
import type { FileRow } from './file-rows.ts';
import { fieldsOfColumn } from './targets.ts';

/**
 * Refuses a file whose first row is an object around the rows, as in `{"results":[{"uid":…`: it would count as one row,
 * and a bad one. Goes by the fields that every record needs, which stand inside the array only.
 *
 * @param rows the first ones
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
  const key = isWhole ? listIn(first.row, isNeeded) : listInBeginning(first.text, isNeeded);
  if (key === undefined) return;
  throw new InputError(
    'wrapped-rows',
    `is one object that holds the rows under the key "${key}".`,
    { file, line: first.line },
    {
      fix: `Write the array alone into a file NAME.json, as \`jq '.["${key}"]'\` does it, or an object {"${kind}": […]} with nothing else in it.`,
    },
  );
}

type IsNeeded = (name: string) => boolean;

function listIn(row: Readonly<Record<string, unknown>>, isNeeded: IsNeeded): string | undefined {
  const key = Object.keys(row).find((each) => {
    const value = row[each];
    const element: unknown = Array.isArray(value) ? value[0] : undefined;
    return typeof element === 'object' && element !== null && Object.keys(element).some(isNeeded);
  });
  const others = Object.keys(row).filter((each) => each !== key);
  return others.some(isNeeded) ? undefined : key;
}

/** The same for an object that is too large to be a row, and of which only the beginning is kept. */
function listInBeginning(text: string, isNeeded: IsNeeded): string | undefined {
  const found = /"((?:[^"\\]|\\.)+)"\s*:\s*\[\s*\{/.exec(text);
  if (found === null) return undefined;
  const inside = text.slice(found.index + found[0].length);
  const isAround = !keysIn(text.slice(0, found.index)).some(isNeeded);
  return isAround && keysIn(inside).some(isNeeded) ? found[1] : undefined;
}

function keysIn(json: string): string[] {
  return [...json.matchAll(/"((?:[^"\\]|\\.)+)"\s*:/g)].map(([, name]) => name!);
}
