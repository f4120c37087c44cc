import type { PageContext } from '../pages/page-context.ts';
import type { ViewedDraft } from './viewed-draft.ts';

/** What a page about a draft is made from. */
export interface DraftContext extends Pick<PageContext, 'address' | 'link' | 'timeZone'> {
  readonly draft: ViewedDraft;
}
