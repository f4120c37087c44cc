export type { Archive, Entry } from './archive/archive.ts';
export { isZip, openArchive } from './archive/open-archive.ts';
export { type Database, type DatabaseQuery, openDatabase } from './databases/database.ts';
export { keyOf } from './databases/default-key.ts';
export { nameOf } from './databases/open-snapshot.ts';
export {
  type ColumnOfDump,
  type DatabasePlace,
  InspectedDatabase,
  type SampledValue,
} from './databases/inspected-database.ts';
export {
  type FollowedDatabase,
  type FollowedQuery,
  openFollowed,
  queryName,
  type SelectedRows,
} from './databases/followed-database.ts';
export { isWholeKey } from './databases/key-text.ts';
export { addDigests, rangeOfKey, rowDigest } from './databases/row-digest.ts';
export { rowPlace } from './databases/row-pages.ts';
export type { DatabaseRow, KeyDigest, OpenWriter, RangeDigest } from './databases/snapshot.ts';
export { type DeclaredQuery, driverOf, queriesOf } from './databases/kinds-of.ts';
export { type DatabaseSource, databaseSource } from './databases/database-options.ts';
export { type Export, openExport, readExport } from './open-export.ts';
export { type System, systems } from './systems/names.ts';
export type { EarlierIds } from './rows/earlier-ids.ts';
export type { ExportAccount, ExportRows } from './rows/export-rows.ts';
export { ExportFiles } from './reading/export-files.ts';
export type { ExportFile, FilePorts } from './reading/file-addresses.ts';
export type { ReadingWatch } from './rows/reading-watch.ts';
export { type SourceOptions, sourceOptions } from './systems/index.ts';
export { SourceError, type SourceErrorCode } from './errors/source-error.ts';
