import path from 'node:path';
import type { Kind, Row } from '@chatferry/contract';
import { type Format, readRows, recogniseFile } from '@chatferry/parsers';
import { filePieces } from '@chatferry/job';
import { type GuessedColumns, guessColumns, guessKind } from './guess-columns.ts';
import { requiredColumns } from './field-names.ts';
import { guessTimeForm } from './guess-time-form.ts';

/** What the first rows of a file show about it. */
export interface InspectedFile extends GuessedColumns {
  readonly file: string;
  readonly format: Format;
  /** Whether the name shows kind and format, so that the configuration need not. */
  readonly recognised: boolean;
  /** Field → time form of its column, where the configuration must set it. */
  readonly times: Readonly<Record<string, string>>;
}

const INSPECTED_ROWS = 200;

/** @returns undefined for a file without rows, or with rows that look like no kind */
export async function inspectFile(file: string): Promise<InspectedFile | undefined> {
  const known = recogniseFile(file);
  const format = known?.format ?? formatOf(file);
  if (format === undefined) return undefined;
  const rows = await firstRows(file, known?.kind ?? 'users', format);
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  if (columns.length === 0) return undefined;
  const guess = known === undefined ? guessKind(columns) : guessColumns(known.kind, columns);
  const hasRequired = requiredColumns(guess.kind).some((field) => !guess.lacking.includes(field));
  if (known === undefined && !hasRequired) return undefined;
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
    if (rows.length === INSPECTED_ROWS) break;
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
