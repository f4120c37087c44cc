export { type Cleaning, cleaning } from './cleaning/cleaning.ts';
export { type FileProblemCode, InputError } from './input-error.ts';
export { type KindMapping, kindMapping } from './mapping/kind-mapping.ts';
export { type TimeForm } from './mapping/time-form.ts';
export { type Input, readRecords } from './read-records.ts';
export { type FileRow, readRows } from './read-rows.ts';
export type { ReadRules } from './read-rules.ts';
export { type Format, type RecognisedFile, recogniseFile } from './recognise-file.ts';
export { recordsFrom } from './records-from.ts';
