export type { Archive, Entry } from './archive/archive.ts';
export { isZip, openArchive } from './archive/open-archive.ts';
export { type Database, type DatabaseQuery, nameOf, openDatabase } from './databases/database.ts';
export {
  type ColumnOfDump,
  type DatabasePlace,
  InspectedDatabase,
  type SampledValue,
} from './databases/inspected-database.ts';
export { type DeclaredQuery, driverOf, queriesOf } from './databases/kinds-of.ts';
export { type DatabaseSource, databaseSource } from './databases/database-options.ts';
export { type Export, openExport, readExport } from './open-export.ts';
export { type System, systems } from './systems/names.ts';
export type { EarlierIds } from './rows/earlier-ids.ts';
export type { ExportAccount, ExportRows } from './rows/export-rows.ts';
export { type ExportFile, type FilePorts, openExportFile } from './reading/file-addresses.ts';
export type { ReadingWatch } from './rows/reading-watch.ts';
export { type SourceOptions, sourceOptions } from './systems/index.ts';
export { SourceError, type SourceErrorCode } from './errors/source-error.ts';
