import { type Kind, kinds } from '@chatferry/contract';
import type { KindMapping } from '../mapping/kind-mapping.ts';
import { fieldsOfColumn } from '../rows/targets.ts';

/** The id in the text of an object that cannot be parsed: the first value of the field that holds ids. */
export function idInJson(kind: Kind, mapping: KindMapping, json: string): string | undefined {
  const members = /"((?:[^"\\]|\\.)*)"\s*:\s*(?:("(?:[^"\\]|\\.)*")|(\d+)\b)/g;
  for (const [, name, text, number] of json.matchAll(members))
    if (fieldsOfColumn(name!, mapping).includes(kinds[kind].key))
      return readable(number ?? textOf(text!));
  return undefined;
}

/**
 * The id in a CSV row that cannot be parsed: the cell of the column that holds ids, if no quote comes before it.
 *
 * @param column its index
 */
export function idInCells(row: string, delimiter: string, column: number): string | undefined {
  const [cells] = row.split('"', 1);
  const found = cells!.split(delimiter);
  const isWhole = found.length > column + 1 || cells === row;
  return isWhole ? readable(found[column]) : undefined;
}

function textOf(json: string): string | undefined {
  try {
    return JSON.parse(json) as string;
  } catch {
    return undefined;
  }
}

/** Refuses an id with characters that could not be decoded. */
function readable(id: string | undefined): string | undefined {
  return id === '' || id?.includes('\uFFFD') === true ? undefined : id;
}
