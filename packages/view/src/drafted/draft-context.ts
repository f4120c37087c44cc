import type { PageContext } from '../pages/page-context.ts';
import type { ViewedDraft } from './viewed-draft.ts';

/** The data for a page about a draft. */
export interface DraftContext extends Pick<PageContext, 'address' | 'link' | 'timeZone'> {
  readonly draft: ViewedDraft;
}
