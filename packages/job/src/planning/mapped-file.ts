import type { KindMapping } from '@chatferry/parsers';
import type { FoundInput } from '../input/find-inputs.ts';

/** The file whose mapping applies to an input: for failed rows, their original file; for failed records, none. */
export function mappedFile({
  file,
  failed,
}: Pick<FoundInput, 'file' | 'failed'>): string | undefined {
  return failed === undefined ? file : failed.areRecords ? undefined : failed.file;
}

/**
 * The mapping of failed rows: the mapping of the original file, without the form of that file. Delimiters, quotes and comments may stay:
 * a CSV file of failed rows is recognised by its header.
 */
export function withoutForm({
  rows: _rows,
  encoding: _encoding,
  header: _header,
  fields: _fields,
  ...mapping
}: KindMapping): KindMapping {
  return mapping;
}
