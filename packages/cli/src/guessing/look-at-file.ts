import path from 'node:path';
import type { Kind, Row } from '@chatferry/contract';
import { type Format, readRows, recogniseFile } from '@chatferry/parsers';
import { filePieces } from '@chatferry/job';
import { type GuessedColumns, guessColumns, guessKind } from './guess-columns.ts';
import { tellingFields } from './field-names.ts';
import { guessTimeForm } from './guess-time-form.ts';

/** The properties of a file that its first rows show. */
export interface LookedAt extends GuessedColumns {
  readonly file: string;
  readonly format: Format;
  /** Whether the name shows kind and format, so that the configuration need not. */
  readonly recognised: boolean;
  /** Field → how its column writes times, where that has to be said. */
  readonly times: Readonly<Record<string, string>>;
}

const LOOKED_AT = 200;

/** @returns undefined for a file that holds no rows, or rows that look like no kind at all */
export async function lookAtFile(file: string): Promise<LookedAt | undefined> {
  const known = recogniseFile(file);
  const format = known?.format ?? formatOf(file);
  if (format === undefined) return undefined;
  const rows = await firstRows(file, known?.kind ?? 'users', format);
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  if (columns.length === 0) return undefined;
  const guess = known === undefined ? guessKind(columns) : guessColumns(known.kind, columns);
  const isAnything = tellingFields(guess.kind).some((field) => !guess.lacking.includes(field));
  if (known === undefined && !isAnything) return undefined;
  return { ...guess, file, format, recognised: known !== undefined, times: timesOf(guess, rows) };
}

function formatOf(file: string): Format | undefined {
  const extension = path.extname(file.replace(/\.(gz|zst)$/i, '')).toLowerCase();
  const formats: Readonly<Record<string, Format>> = {
    '.csv': 'csv',
    '.tsv': 'csv',
    '.json': 'json',
    '.ndjson': 'ndjson',
    '.jsonl': 'ndjson',
  };
  return formats[extension];
}

async function firstRows(file: string, kind: Kind, format: Format): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const found of readRows({ file, kind, format, bytes: filePieces(file) })) {
    if ('row' in found) rows.push(found.row);
    if (rows.length === LOOKED_AT) break;
  }
  return rows;
}

function timesOf({ renamed }: GuessedColumns, rows: readonly Row[]): Record<string, string> {
  const times: Record<string, string> = {};
  for (const column of new Set(rows.flatMap((row) => Object.keys(row)))) {
    const field = renamed[column] ?? column;
    const form = field.endsWith('At')
      ? guessTimeForm(rows.map((row) => row[column] ?? ''))
      : undefined;
    if (form !== undefined) times[field] = form;
  }
  return times;
}
