export type { Archive, Entry } from './archive/archive.ts';
export { isZip, openArchive } from './archive/open-archive.ts';
export { type Database, driverOf, nameOf, openDatabase } from './databases/database.ts';
export { type DatabaseSource, databaseSource } from './databases/database-options.ts';
export { type Export, openExport, readExport } from './open-export.ts';
export { type System, systems } from './presets.ts';
export type { ExportAccount, ExportRows, ReadingWatch } from './rows/export-rows.ts';
export { type SourceOptions, sourceOptions } from './source-options.ts';
export { SourceError, type SourceErrorCode } from './source-error.ts';
