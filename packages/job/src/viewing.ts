// What the pages of `view` are made from. Not part of the public API.
export { rejectedRows } from './accounting/rejected-rows.ts';
export { totalOf } from './accounting/sums.ts';
export type { PageConclusion } from './conclusion/conclusion.ts';
export { isOver, type JobState } from './conclusion/job-state.ts';
export { explainError } from './errors/explain-error.ts';
export { type Explanation, explainRecord, isKnown } from './explaining/explanation.ts';
export { originalRow } from './explaining/original-row.ts';
export { type JobFolder, jobFolder } from './folder/job-folder.ts';
export type { StepName } from './folder/step-name.ts';
export { csvLine } from './folder/csv-line.ts';
export { conversationOf } from './indexing/conversation-of.ts';
export { type IndexThread, startIndexing } from './indexing/index-thread.ts';
export type { ConversationOrder, RejectCount, RejectFilter } from './indexing/job-index.ts';
export { endOf, readProgress } from './progress/progress-file.ts';
export type { RunProgress } from './progress/run-progress.ts';
export { bar } from './report/bar.ts';
export { settledChart, ticks } from './report/chart.ts';
export { folderStamps } from './viewing/folder-stamps.ts';
export { type HandOver, handOverOf } from './report/hand-over.ts';
export { html, Html, type HtmlValue } from './report/html.ts';
export { nextSteps } from './report/next-steps.ts';
export { equation, whereText } from './report/sections/head.ts';
export { baseStyle } from './report/style.ts';
export { trafficFacts } from './report/traffic.ts';
export {
  causeText,
  clipped,
  codeName,
  name,
  place,
  sentence,
  share,
  shortCode,
} from './report/words.ts';
export {
  JobReader,
  kindNamed,
  type RecordState,
  type ViewedConversation,
  type ViewedRecord,
} from './viewing/job-reader.ts';
export { firstListed, type ListedRecord } from './viewing/listed-records.ts';
export { version } from './planning/version.ts';
export { localMinute } from './wording/local-time.ts';
export { stopReasonText } from './wording/stop-reason-text.ts';
export { duration, utcMinute } from './wording/units.ts';
export type { KindComparison } from './verifying/kind-tally.ts';
export type { DifferenceLine } from './verifying/differences-file.ts';
