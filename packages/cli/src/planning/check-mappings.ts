import type { Kind } from '@chatferry/contract';
import { checkMapping, type KindMapping, readHeader } from '@chatferry/parsers';
import type { DeclaredMapping } from '../configuration/declared-mappings.ts';
import type { GatheredFiles } from '../input/gather-files.ts';
import { filePieces } from '../input/file-pieces.ts';
import { Refusal } from '../refusal.ts';

/**
 * Looks for slips in the mappings, in the light of the headers of the files that each is for.
 *
 * @returns warnings
 * @throws {Refusal} where a field would silently stay empty
 * @throws {InputError} for a file without a readable header
 */
export async function checkMappings(
  declared: readonly DeclaredMapping[],
  files: GatheredFiles['files'],
  mappingOf: (file: string, kind: Kind) => KindMapping,
): Promise<string[]> {
  const errors: string[] = [];
  const warnings: string[] = [];
  for (const { place, kind, mapping, files: names } of declared) {
    const { columns, ignore } = mapping;
    const own = files.filter(({ file }) => names.includes(file));
    const isAsked = columns !== undefined || ignore !== undefined;
    const headers =
      isAsked && own.every(({ format }) => format === 'csv')
        ? await headersOf(own, mappingOf)
        : undefined;
    for (const { severity, key, message } of checkMapping(kind, mapping, headers))
      (severity === 'error' ? errors : warnings).push(`${place}.${key}: ${message}`);
  }
  if (errors.length > 0)
    throw new Refusal(
      errors.join('\n'),
      'Put the names right in the configuration, or take out what the files do not have.',
    );
  return warnings;
}

/** @returns undefined when one of the files has no row, and so no header */
async function headersOf(
  files: GatheredFiles['files'],
  mappingOf: (file: string, kind: Kind) => KindMapping,
): Promise<(readonly string[])[] | undefined> {
  const headers: (readonly string[])[] = [];
  for (const { file, kind, format, path } of files) {
    const mapping = mappingOf(file, kind);
    const header = await readHeader({ file, kind, format, bytes: filePieces(path), mapping });
    if (header === undefined) return undefined;
    headers.push(header);
  }
  return headers;
}
