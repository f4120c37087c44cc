import { count, counted } from '@chatferry/contract';
import type { PlanSummary } from '@chatferry/planner';

const SHOWN = 5;

/** Addresses of copies, and files without a copy by cause, where the plan uses a media map. */
export function mediaLines({ media }: Pick<PlanSummary, 'media'>): string[] {
  if (media === undefined) return [];
  const { mapped, unmapped } = media;
  const missing = unmapped.reduce((sum, { addresses }) => sum + addresses, 0);
  const causes = unmapped
    .slice(0, SHOWN)
    .map(({ cause, addresses }) => `${cause} ${count(addresses)}`);
  const more = unmapped.length > SHOWN ? ', …' : '';
  return [
    `Files: ${counted(mapped, 'address', 'addresses')} of copies${missing === 0 ? '' : `, ${count(missing)} without a copy (${causes.join(', ')}${more})`}.`,
  ];
}
