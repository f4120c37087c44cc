import { count, counted, kinds as definitions } from '@chatferry/contract';
import { NO_KIND } from '@chatferry/parsers/names';
import type { PlanSummary } from '@chatferry/planner';

/** Maximum number of reasons that are shown. */
const SHOWN_FILTERS = 10;

/** Lists the filters of the configuration that left rows out. */
export function filteredLines({ filtered }: Pick<PlanSummary, 'filtered'>): string[] {
  const shown = filtered
    .slice(0, SHOWN_FILTERS)
    .map(({ kind, reason, rows }) =>
      reason === NO_KIND
        ? `${counted(rows, 'row')} that no kind takes`
        : `${counted(rows, ...definitions[kind].nouns)} where ${reason}`,
    );
  const more = filtered.length - shown.length;
  return shown.length === 0
    ? []
    : [
        `Filtered as configured: ${shown.join(', ')}${more === 0 ? '' : ` and ${count(more)} more reasons`}.`,
      ];
}
