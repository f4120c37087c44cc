import type { CsvDialect } from '../cutting/csv-dialect.ts';
import { type Kind, kinds, type Row } from '@chatferry/contract';
import type { KindMapping } from '../mapping/kind-mapping.ts';
import type { CsvLayout } from '../rows/csv-layout.ts';
import { fieldsOfColumn } from '../mapping/targets.ts';
import type { ReadingJob } from './reading-job.ts';

/** The id of a rejected row. @param row its fields; empty when the text cannot be parsed */
export function claimedId(
  { kind, mapping, csv }: ReadingJob,
  row: Row,
  text: string,
  layout: CsvLayout | undefined,
): string | undefined {
  const { key } = kinds[kind];
  const id = row[key];
  if (typeof id === 'string') return id;
  if (typeof id === 'number') return String(id);
  if (Object.keys(row).length > 0) return undefined;
  if (csv === undefined) return idInJson(kind, mapping, text);
  return idInCells(text, csv.dialect, layout!.indexOf(key));
}

/** The id in the text of an object that cannot be parsed: the first value of a field with the id's name. */
function idInJson(kind: Kind, mapping: KindMapping, json: string): string | undefined {
  const members = /"((?:[^"\\]|\\.)*)"\s*:\s*(?:("(?:[^"\\]|\\.)*")|(\d+)\b)/g;
  for (const [, name, text, number] of json.matchAll(members))
    if (fieldsOfColumn(name!, mapping).includes(kinds[kind].key))
      return readable(number ?? textOf(text!));
  return undefined;
}

/**
 * The id in a CSV row that cannot be parsed: the cell of the id's column, if no quote comes before the cell.
 *
 * @param column the index of the column; undefined when there is none
 */
function idInCells(
  row: string,
  { delimiter }: Pick<CsvDialect, 'delimiter'>,
  column: number | undefined,
): string | undefined {
  if (column === undefined) return undefined;
  const [cells] = row.split('"', 1);
  const found = cells!.split(String.fromCharCode(delimiter));
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
