import { existsSync } from 'node:fs';
import path from 'node:path';
import { makeFolder } from '@chatferry/disk';
import type { Kind } from '@chatferry/contract';
import {
  type ConvertRule,
  formatOf,
  type KindMapping,
  lookupName,
  writeLookup,
} from '@chatferry/parsers';
import { JobError } from '../errors/job-error.ts';
import { filePieces } from '../input/file-pieces.ts';
import { fingerprintOf } from '../input/fingerprint.ts';

/** Rows that are read with a mapping. */
interface MappedRows {
  readonly kind: Kind;
  /** The path of the file that holds the rows; absent for rows of databases. */
  readonly path?: string | undefined;
  /** For failed rows: the file that they come from. */
  readonly failed?: { readonly file: string } | undefined;
  readonly mapping: KindMapping;
}

/** The rules of a mapping that look values up in other files, by field. */
function rulesIn({ convert = {} }: KindMapping): [field: string, rule: ConvertRule][] {
  return Object.entries(convert).filter(([, { lookup }]) => lookup !== undefined);
}

/** The mapping with the paths of the files in which values are looked up: next to the file itself, or in the working directory. */
export function withLookupPaths({
  mapping,
  path: where,
  failed,
}: Pick<MappedRows, 'mapping' | 'path' | 'failed'>): KindMapping {
  const own = failed?.file ?? where;
  const found = rulesIn(mapping);
  if (found.length === 0) return mapping;
  const rules = found.map(([field, rule]) => [
    field,
    { ...rule, lookup: lookupPath(rule.lookup!, own) },
  ]);
  return { ...mapping, convert: { ...mapping.convert, ...Object.fromEntries(rules) } };
}

function lookupPath(lookup: string, own: string | undefined): string {
  const beside = own === undefined ? undefined : path.resolve(path.dirname(own), lookup);
  return beside !== undefined && existsSync(beside) ? beside : path.resolve(lookup);
}

/** The paths of the files in which values are looked up. */
export function lookedUpFiles(rows: readonly MappedRows[]): ReadonlySet<string> {
  const rules = rows.flatMap((each) => rulesIn(withLookupPaths(each)));
  return new Set(rules.map(([, { lookup }]) => lookup!));
}

/** What the plan keeps about these files: other content means other records. */
export async function storedLookups(
  rows: readonly MappedRows[],
): Promise<Readonly<Record<string, string>>> {
  const stored: Record<string, string> = {};
  for (const file of lookedUpFiles(rows)) {
    refuseMissing(file);
    stored[file] = (await fingerprintOf(file)).sha256;
  }
  return stored;
}

/** Writes a table of each file in which values are looked up. @returns their paths, see `ReadRules` */
export async function writeLookups(
  rows: readonly MappedRows[],
  folder: string,
  signal?: AbortSignal,
): Promise<Readonly<Record<string, string>>> {
  const tables: Record<string, string> = {};
  for (const { kind, ...each } of rows)
    for (const [field, rule] of rulesIn(withLookupPaths(each))) {
      const name = lookupName(field, rule);
      if (tables[name] !== undefined) continue;
      const file = rule.lookup!;
      const format = formatOf(file);
      if (format === undefined) throw noFormat(file);
      makeFolder(folder);
      const table = path.join(folder, `lookup-${Object.keys(tables).length}`);
      const mapping = rule.rows === undefined ? {} : { rows: rule.rows };
      const again = (): AsyncIterable<Uint8Array> => filePieces(file);
      await writeLookup(
        { file, kind, format, bytes: again(), again, mapping },
        field,
        rule,
        table,
        signal,
      );
      tables[name] = table;
    }
  return tables;
}

function refuseMissing(file: string): void {
  if (existsSync(file)) return;
  throw new JobError(
    'no-input',
    `There is no file '${file}', in which a mapping looks values up.`,
    'Correct the path after lookup: it starts from the folder of the file that is mapped, or from the working directory.',
  );
}

function noFormat(file: string): JobError {
  return new JobError(
    'bad-mapping',
    `The name of '${file}', in which a mapping looks values up, shows no format.`,
    'Name it after its format, such as chats.csv, chats.json or chats.ndjson.gz.',
  );
}
