import type { PlanSummary } from './plan-summary.ts';

const LEFT_FOR_LATER = 'they are left to a later job';

/** The reason for records that are left to a later job. @param settings the settings that leave them */
export function leftBy(settings: readonly string[]): string {
  return `${LEFT_FOR_LATER} (${settings.join(', ')})`;
}

/** The number of rows that a plan leaves to a later job. */
export function leftForLater({ filtered }: Pick<PlanSummary, 'filtered'>): number {
  const left = filtered.filter(({ reason }) => reason.startsWith(LEFT_FOR_LATER));
  return left.reduce((sum, { rows }) => sum + rows, 0);
}
