export { type Cleaning, cleaning } from './cleaning/cleaning.ts';
export { partId } from './cleaning/part-id.ts';
export { changeIds, idChange, type IdRules } from './ids/change-ids.ts';
export { type FileProblemCode, InputError } from './terms/input-error.ts';
export { isCalledCopy, type KindReading } from './account/message-shape.ts';
export { PlaceCounts } from './account/place-counts.ts';
export type { When } from './mapping/condition.ts';
export { CodeError } from './transform/code-error.ts';
export type { CodePlace } from './mapping/code-place.ts';
export type { Code } from './transform/code-answer.ts';
export { readCode } from './transform/read-code.ts';
export { LeftOut, type Transform, type TransformContext } from './transform/row-transform.ts';
export { HEADER_AGAIN, NO_KIND } from './mapping/filter-reasons.ts';
export { plainJson, plainPieces } from './mongodb/plain-pieces.ts';
export { judgeRows, type PackedRows } from './judge-rows.ts';
export { type KindMapping, kindMapping } from './mapping/kind-mapping.ts';
export { plainValue, rootOfPaths } from './documents/firestore-value.ts';
export { restFields } from './documents/rest-value.ts';
export { COLLECTIONS, SUBCOLLECTION } from './mapping/document-keys.ts';
export { isGeneratedId, isPushId } from './mapping/generated-ids.ts';
export { rowsPath } from './mapping/rows-path.ts';
export { reachableNames, readsFilePath } from './mapping/read-columns.ts';
export { isWhenUnmet, type UnusedValue, unusedValues } from './mapping/seen-values.ts';
export { type TimeForm, zoneName } from './times/time-form.ts';
export type { Input } from './input.ts';
export { WallClock } from './times/wall-clock.ts';
export { type SampledCollection, sampleDocuments } from './mongodb/documents.ts';
export { readHeader } from './read-header.ts';
export { usedNames } from './mapping/used-names.ts';
export { readRecords } from './read-records.ts';
export { type ConvertRule, lookupName } from './mapping/convert-rule.ts';
export { writeLookup } from './write-lookup.ts';
export { readRows } from './read-rows.ts';
export { type SeparatorLine, separatorLine } from './cutting/separator-line.ts';
export { type FoundValue, readValues } from './read-values.ts';
export type { ThreadPolicy } from './ids/threads.ts';
export { JudgeThreads } from './judging/judge-threads.ts';
export type { ReadRules } from './judging/read-rules.ts';
export {
  MediaCopies,
  type MediaEntry,
  mediaEntry,
  type MediaRules,
  NOT_IN_MAP,
} from './rows/media-addresses.ts';
export { type Format, formats } from './terms/format.ts';
export { formatOf, type RecognisedFile, recogniseFile } from './recognise-file.ts';
export { recordsFrom } from './records-from.ts';
export { checkMapping, type MappingFault } from './mapping/check-mapping.ts';
export { transcode } from './bytes/transcode.ts';
export { misreadingOf } from './bytes/misread-text.ts';
export { addressesIn } from './converting/attachment-list.ts';
export { copyText } from './rows/copy-text.ts';
export type { FileRow } from './rows/file-rows.ts';
export { withoutDigraphs } from './words/digraphs.ts';
export { spokenTruthOf } from './words/truth.ts';
export {
  calledPrivate,
  internalAmong,
  isCalledState,
  mayWithholdWhenFalse,
  standsForDeleted,
  unsureByValue,
  type Withheld,
  withheldByName,
  withheldByValue,
  withheldOf,
  withheldWhenFalse,
} from './words/withheld-words.ts';
export { wordsIn } from './words/words-in.ts';
export { conditionWithout } from './account/column-marks.ts';
