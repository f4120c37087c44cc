export { SourceError, type SourceErrorCode } from './source-error.ts';
export { type System, systems } from './systems/names.ts';
