export { type Api, baseUrl, isLoopback, type Region } from './addresses.ts';
export { readError, readImportAnswer, type RecordAnswer, type ServiceError } from './answers.ts';
export { classOfCode, type CodeClass, codesByClass } from './codes/classes.ts';
export { type Verdict, verdictOnRecord, verdictOnRequest } from './codes/verdicts.ts';
export { serviceId } from './ids.ts';
export { idHash } from './judging/id-hash.ts';
export {
  completeRow,
  idOf,
  judge,
  type JudgeRules,
  type Judgement,
  problemsOf,
  type Row,
} from './judging/judge.ts';
export {
  type Problem,
  problem,
  type ProblemCode,
  type ProblemDefinition,
  problems,
  type Severity,
} from './judging/problems.ts';
export {
  column,
  COLUMNS,
  type Origin,
  type RecordBlock,
  type RejectedRow,
} from './judging/record-block.ts';
export { RecordBlockBuilder } from './judging/record-block-builder.ts';
export { problemOfWire, smallRecordBytes } from './judging/size-problem.ts';
export { timeFields } from './judging/time-problem.ts';
export { type Kind, type KindDefinition, kinds, kindsInOrder } from './kinds.ts';
export { limits } from './limits.ts';
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
export { type FieldDefinition, fields, type FieldType } from './records/field-table.ts';
export { type GroupRecord, groupRecord } from './records/group.ts';
export { memberId, type MemberRecord, memberRecord } from './records/member.ts';
export { type MessageRecord, messageRecord } from './records/message.ts';
export { type UserRecord, userRecord } from './records/user.ts';
