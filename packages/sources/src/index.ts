export type { Archive, Entry } from './archive/archive.ts';
export { isZip, openArchive } from './archive/open-archive.ts';
export { SourceError, type SourceErrorCode } from './source-error.ts';
