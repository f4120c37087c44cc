import type { KindMapping } from '@chatferry/parsers';
import type { FoundInput } from '../input/find-inputs.ts';

/** The file whose mapping an input has: failed rows that of the file that they come from, failed records none. */
export function mappedFile({
  file,
  failed,
}: Pick<FoundInput, 'file' | 'failed'>): string | undefined {
  return failed === undefined ? file : failed.areRecords ? undefined : failed.file;
}

/**
 * The mapping of failed rows: all of their file's but how the file is written, which these are not. Its delimiters, quotes and comments
 * do no harm: a CSV file of failed rows is recognised in its header.
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
