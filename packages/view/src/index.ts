export { openView, type ViewOptions } from './open-view.ts';
export type { LocalServer } from './serving/server.ts';
export { type DraftViewOptions, openDraftView } from './open-draft-view.ts';
export type { Decision, ViewedDraft, ViewedTable } from './drafted/viewed-draft.ts';
