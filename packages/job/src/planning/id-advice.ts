import { PlanError } from '@chatferry/planner';
import type { Export } from '@chatferry/sources';
import type { PlanSettings } from './plan-settings.ts';

const meanings = { hash: 'distinguishes ids', fold: 'has no meaning in ids' } as const;

/** Adds what the systems of exports state about case to the refusal of a plan whose ids differ only in case. */
export function withIdAdvice(
  error: unknown,
  exports: readonly Export[],
  { ids }: Pick<PlanSettings, 'ids'>,
): unknown {
  if (!(error instanceof PlanError) || error.code !== 'id-clash' || ids !== 'map') return error;
  const advice = exports.flatMap(({ title, ids: rule }) =>
    rule === 'map' ? [] : [`In ${title} case ${meanings[rule]}: set \`ids: ${rule}\`.`],
  );
  const fix = [...new Set(advice), error.fix].join(' ');
  return new PlanError(error.code, error.lines, fix, { cause: error });
}
