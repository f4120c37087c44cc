export { acceptingAll } from './drafting/accepting-names.ts';
export { acceptedLines } from './drafting/accepted-lines.ts';
export { type Draft, proposalsIn, switchesIn } from './drafting/draft.ts';
export { draftExport } from './drafting/draft-export.ts';
export { draftText } from './drafting/draft-text.ts';
export type { FileDraft } from './drafting/file-draft.ts';
export {
  type FirstConversation,
  FirstConversations,
  type FirstMessage,
} from './drafting/first-conversations.ts';
export { neededProposals } from './drafting/needed-proposals.ts';
export { OpenedDumps } from './dumps/opened-dumps.ts';
export { type OnRecord, type Preview, type PreviewedQuery, previewOf } from './drafting/preview.ts';
export { previewLines } from './drafting/preview-lines.ts';
export { type OpenProposal, openProposals } from './drafting/open-proposals.ts';
export { proposalLines } from './drafting/proposal-lines.ts';
export { type ColumnOutline, type TableOutline, tableOutline } from './drafting/table-outline.ts';
export { type Accepted, acceptedAs, type Proposal } from './guessing/proposal.ts';
export { whyUnreadable } from './sampling/why-unreadable.ts';
