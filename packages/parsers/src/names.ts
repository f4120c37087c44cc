export { conditionWithout } from './account/column-marks.ts';
export { encodingOf } from './bytes/encoding.ts';
export { partId } from './cleaning/part-id.ts';
export { changeIds, idChange } from './ids/change-ids.ts';
export { type FileProblemCode, InputError } from './terms/input-error.ts';
export { HEADER_AGAIN, NO_KIND } from './mapping/filter-reasons.ts';
export { type Format, formats } from './terms/format.ts';
export { formatOf, type RecognisedFile, recogniseFile } from './recognise-file.ts';
export { CodeError } from './transform/code-error.ts';
