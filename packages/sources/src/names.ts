export { SourceError, type SourceErrorCode } from './errors/source-error.ts';
export { type System, systems } from './systems/names.ts';
