export {
  type Api,
  baseUrl,
  fileHost,
  isLoopback,
  isServiceFileHost,
  isServiceHost,
  type Region,
  regions,
} from './service/addresses.ts';
export {
  type ErrorDetails,
  errorDetails,
  errorText,
  readError,
  readImportAnswer,
  type RecordAnswer,
  type SentIds,
  type ServiceError,
} from './answers/answers.ts';
export { classOfCode, type CodeClass, codesByClass } from './answers/classes.ts';
export {
  isRealtimeTrouble,
  type Verdict,
  verdictOnRecord,
  verdictOnRequest,
} from './answers/verdicts.ts';
export { type Comparable, type ComparedRecordFacts, comparableOf } from './comparing/comparable.ts';
export {
  compareRecord,
  type FieldDifference,
  type RecordComparison,
} from './comparing/compare-record.ts';
export { comparedField, comparedFields } from './comparing/compared-field.ts';
export { differingFields } from './comparing/differing-fields.ts';
export type { ComparedField, Equality } from './records/compared-fields.ts';
export { canonicalJson } from './comparing/canonical.ts';
export { notComparedFields } from './comparing/not-compared.ts';
export { shapeDifferences } from './comparing/shape-differences.ts';
export { digestOfHeld, digestOfPlanned } from './comparing/digest.ts';
export { type ChangeRecord, changeRecords, updateKindOf } from './comparing/change-records.ts';
export {
  fieldUpdate,
  fieldValue,
  incidentalFields,
  isSet,
  type PossibleUpdate,
  updateOf,
} from './comparing/field-updates.ts';
export type { ContestedIds } from './kinds/contested-ids.ts';
export { count, counted } from './values/counted.ts';
export { type IdRule, serviceId } from './service/ids.ts';
export { column, COLUMNS } from './kinds/column.ts';
export { fractionOf, originOf, wireOf } from './judging/packed-record.ts';
export { placeText } from './judging/row-place.ts';
export { type Derived, takeDerived } from './judging/derived.ts';
export {
  freeIdHash,
  hashOf,
  idHash,
  idHashIn,
  mixLower,
  mixUpper,
  pairHash,
} from './judging/id-hash.ts';
export { completeRow, idOf, judge, type Judgement, problemsOf } from './judging/judge.ts';
export { withFurther } from './judging/schema-problems.ts';
export type { JudgeRules } from './judging/judge-rules.ts';
export { type ProblemCode, problems } from './problems/problems.ts';
export { type Problem, problem, shownValue } from './problems/problem.ts';
export { type ProblemDefinition, type Severity } from './problems/problem-definition.ts';
export type {
  MarkedColumn,
  MediaAddress,
  Origin,
  RecordBlock,
  RejectedRow,
  RoleUsers,
  RowAccount,
  UnreadCount,
} from './judging/record-block.ts';
export { RecordBlockBuilder } from './judging/record-block-builder.ts';
export type { Row } from './values/row.ts';
export { filteredRows, rowsOf } from './judging/rows-of.ts';
export { directHash, hasReference, writeReferences } from './judging/references.ts';
export { notAnObject } from './judging/not-an-object.ts';
export { lineBreakProblems } from './judging/line-break-problems.ts';
export { receiptProblems } from './judging/receipt-problems.ts';
export { rolesOf } from './judging/roles.ts';
export { problemOfWire, smallRecordBytes } from './judging/size-problem.ts';
export {
  type SignatureScheme,
  type SignedAddress,
  signedAddress,
} from './comparing/signed-address.ts';
export { takeUnsigned, UNSIGNED } from './problems/unsigned.ts';
export { withoutFields } from './judging/without-fields.ts';
export type { ChatRoute, FieldUpdate } from './kinds/kind-definition.ts';
export { didYouMean } from './values/did-you-mean.ts';
export { type FixableErrorClass, fixableErrors, isFixable } from './values/fixable-error.ts';
export { isObject, type Json } from './values/json.ts';
export { isSecretName, isSecretValue, MASK, maskSecrets } from './values/secrets.ts';
export {
  byKind,
  type DerivedKind,
  derivedKinds,
  type ImportKind,
  importKinds,
  type InputKind,
  inputKinds,
  isReferredKind,
  type Kind,
  type KindDefinition,
  kinds,
  kindsInOrder,
  type Reference,
  type ReferredKind,
  referredKinds,
} from './kinds/kinds.ts';
export { type Removal, removals, unban } from './kinds/removals.ts';
export { canonicalNumber, numberInText } from './values/canonical-number.ts';
export { hasLongNumber, isRawJson, mayHaveLongValue, parseJson } from './values/parse-json.ts';
export { matchesPattern } from './values/matches-pattern.ts';
export { limits } from './service/limits.ts';
export { nearestName, nearestNames } from './values/nearest-name.ts';
export { callValues } from './operations/calls.ts';
export { itemKeyOf } from './operations/answer-shapes.ts';
export { type Area, areas, type UndocumentedPart, undocumentedParts } from './operations/areas.ts';
export type { Method, Operation, Scope, Source } from './operations/operation.ts';
export {
  type AnswerOf,
  type BodyOf,
  type OperationName,
  type Operations,
  operations,
  type PathParametersOf,
  type QueryOf,
} from './operations/operations.ts';
export { blockId } from './records/block.ts';
export { BEFORE, CHANGED, DATED_BY_APP, REMAINING } from './records/change.ts';
export { eachDetails, hasDetails } from './kinds/detail-fields.ts';
export { fieldSummary, fieldSummaryKeys } from './operations/field-summaries.ts';
export {
  nestedFieldKey,
  nestedFieldKeys,
  nestedFieldSummary,
} from './operations/nested-field-summaries.ts';
export { summaries } from './operations/summaries.ts';
export { type FieldDefinition, fields, type FieldType } from './kinds/field-table.ts';
export { type DeactivationRecord, deactivationRecord } from './records/deactivation.ts';
export { printable } from './values/printable.ts';
export { type GroupRecord, groupRecord } from './records/group.ts';
export { memberId, memberIdParts, type MemberRecord, memberRecord } from './records/member.ts';
export { type MessageRecord, messageRecord } from './records/message.ts';
export { muidOfReaction } from './records/reaction.ts';
export { type UserRecord, userRecord } from './records/user.ts';
