import {
  checkMapping,
  isWhenUnmet,
  type KindMapping,
  reachableNames,
  readHeader,
  type UnusedValue,
  unusedValues,
} from '@chatferry/parsers';
import type { DeclaredMapping } from './declared-mapping.ts';
import type { GatheredFiles } from '../input/gather-files.ts';
import { filePieces } from '../input/file-pieces.ts';
import { inputKey } from '../input/input-key.ts';
import { JobError } from '../errors/job-error.ts';
import type { FieldNames, MappedValues } from './read-sources.ts';

type Files = GatheredFiles['files'];

/** The columns of CSV files, by `inputKey`; undefined for a file without a row. */
type Headers = ReadonlyMap<string, readonly string[] | undefined>;

/** The headers of the CSV files whose mapping names columns. @throws {InputError} for a file that cannot be read */
export async function headersOf(
  declared: readonly DeclaredMapping[],
  readings: readonly (Files[number] & { readonly mapping: KindMapping })[],
): Promise<Headers> {
  const asked = new Set(declared.filter(namesColumns).flatMap(keysOf));
  const headers = new Map<string, readonly string[] | undefined>();
  for (const { file, kind, part, format, path, mapping } of readings) {
    const key = inputKey({ file, kind, ...(part === undefined ? {} : { part }) });
    if (format !== 'csv' || !asked.has(key)) continue;
    if (mapping.transform !== undefined) continue; // Its rows may have any names.
    const bytes = filePieces(path);
    headers.set(key, await readHeader({ file, kind, format, bytes, mapping }));
  }
  return headers;
}

/**
 * Finds wrong field names in the mappings. If all files of a mapping have a header, also finds wrong
 * column names.
 *
 * @returns warnings
 * @throws {JobError} if a field would silently stay empty
 */
export function checkMappings(declared: readonly DeclaredMapping[], headers: Headers): string[] {
  return slips(declared, (mapping) => {
    const known = keysOf(mapping).map((key) => headers.get(key));
    return known.every((each) => each !== undefined)
      ? known.map((header) => reachableNames(header, mapping.mapping))
      : undefined;
  });
}

/**
 * Finds the same faults after all rows were read: in mappings for JSON, whose rows may have any field, and in paths
 * into cells of CSV.
 *
 * @returns warnings
 * @throws {JobError} if a field stayed empty in every row
 */
export function checkFieldNames(
  declared: readonly DeclaredMapping[],
  files: Files,
  headers: Headers,
  fieldNames: FieldNames,
): string[] {
  const isJson = (file: string): boolean =>
    files.some((each) => each.file === file && each.format !== 'csv');
  const hasRead = (each: DeclaredMapping): boolean =>
    keysOf(each).some((key) => (fieldNames.get(key)?.size ?? 0) > 0);
  const isOpen = (each: DeclaredMapping): boolean =>
    each.readings.some(({ file }) => isJson(file)) ||
    keysOf(each).some((key) => !headers.has(key)) ||
    keysOf(each).some((key) => {
      const header = headers.get(key) ?? [];
      return reachableNames(header, each.mapping).length > header.length;
    });
  const open = declared.filter((each) => namesColumns(each) && isOpen(each) && hasRead(each));
  return slips(
    open,
    (mapping) =>
      keysOf(mapping).map((key) => [...(headers.get(key) ?? []), ...(fieldNames.get(key) ?? [])]),
    true,
  );
}

/** Finds conditions that no row meets, and converted values that no row has. @returns warnings */
export function checkValues(
  declared: readonly DeclaredMapping[],
  mappedValues: MappedValues,
): string[] {
  return declared.flatMap((each) => {
    const { place, mapping } = each;
    const seen = new Set(keysOf(each).flatMap((key) => [...(mappedValues.get(key) ?? [])]));
    if (isWhenUnmet(mapping, seen)) return [`${place}.when: no row meets it.`];
    return unusedValues(mapping, seen).map((unused) => `${place}.${unusedText(unused)}`);
  });
}

function unusedText({ key, name, value, others }: UnusedValue): string {
  if (key === 'lookup')
    return `convert.${name}: no row gets a value from ${value}. Compare key, by and take with the columns of both files.`;
  if (key === 'convert')
    return `convert.${name}.values: no row has the value ${JSON.stringify(value)}.`;
  const had = others.map((each) => JSON.stringify(each)).join(', ');
  const instead = had === '' ? '' : ` Rows have ${had}.`;
  return value === 'filled'
    ? `${key}.${name}: no row has a value.`
    : `${key}.${name}: no row has the value ${JSON.stringify(value)}.${instead}`;
}

function keysOf({ readings }: DeclaredMapping): string[] {
  return readings.map(inputKey);
}

function namesColumns({ mapping }: DeclaredMapping): boolean {
  const { columns, nested, ignore, when, only, convert } = mapping;
  return [columns, nested, ignore, when, only, convert].some((each) => each !== undefined);
}

function slips(
  declared: readonly DeclaredMapping[],
  columnsOf: (mapping: DeclaredMapping) => (readonly string[])[] | undefined,
  areRead = false,
): string[] {
  const errors: string[] = [];
  const warnings: string[] = [];
  for (const each of declared) {
    const columns = namesColumns(each) ? columnsOf(each) : undefined;
    for (const { severity, key, message } of checkMapping(
      each.kind,
      each.mapping,
      columns,
      areRead,
    ))
      (severity === 'error' ? errors : warnings).push(`${each.place}.${key}: ${message}`);
  }
  if (errors.length > 0)
    throw new JobError(
      'bad-mapping',
      errors,
      'Correct the names in the configuration, or remove what the files do not have.',
    );
  return warnings;
}
