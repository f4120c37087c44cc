import { counted, kinds as definitions } from '@chatferry/contract';
import { HEADER_AGAIN, NO_KIND } from '@chatferry/parsers/names';
import type { PlanSummary } from '@chatferry/planner';

/** Maximum number of reasons that are shown. */
const SHOWN_FILTERS = 10;

/** Reasons that concern a file, rather than a kind. */
const ofRows: Readonly<Record<string, string>> = {
  [NO_KIND]: 'that no kind takes',
  [HEADER_AGAIN]: 'that repeats the header',
};

/** Lists the filters of the configuration that left rows out. */
export function filteredLines({ filtered }: Pick<PlanSummary, 'filtered'>): string[] {
  const shown = filtered
    .slice(0, SHOWN_FILTERS)
    .map(({ kind, reason, rows }) =>
      Object.hasOwn(ofRows, reason)
        ? `${counted(rows, 'row')} ${ofRows[reason]}`
        : `${counted(rows, ...definitions[kind].nouns)} where ${reason}`,
    );
  const more = filtered.length - shown.length;
  return shown.length === 0
    ? []
    : [
        `Filtered as configured: ${shown.join(', ')}${more === 0 ? '' : ` and ${counted(more, 'more reason')}`}.`,
      ];
}
