export {
  configuredDatabases,
  databaseFiles,
  isFileOf,
  mappingsInDatabases,
} from './inputs/configured-databases.ts';
export { declaredMappings } from './inputs/declared-mappings.ts';
export { declaredOf, mappingOf, patternFor, unusedEntries } from './inputs/file-mapping.ts';
export { databasesIn, optionsIn } from './schema/sources.ts';
