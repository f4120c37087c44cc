import { isoTime } from '../printing/iso-time.ts';
import { kindsInOrder } from '@chatferry/contract';
import type { Plan } from '@chatferry/planner';
import { liveOperations } from '@chatferry/runner';
import type { Result } from '../results/results.ts';
import { ignoredText } from './ignored-lines.ts';
import type { ReportContext } from './plan-report.ts';

/** The output of `chatferry plan --json`; docs/commands.md describes it. */
export function planJson(
  plan: Pick<Plan, 'summary' | 'causes' | 'problemsByCode' | 'madeRecords'>,
  context: ReportContext & {
    readonly unchanged: boolean;
    readonly accepted: boolean;
    readonly next: readonly string[];
  },
): Result {
  const { kinds, problems: _problems, otherProblems: _otherProblems, ...rest } = plan.summary;
  const { requests, bytes, contentHash, ...facts } = rest;
  const { nowMs, finishesAt, ignored, excluded, job, hasIdMap, unchanged, accepted } = context;
  const changed = kindsInOrder.some((kind) => kinds[kind].changed > 0);
  const gone = kindsInOrder.some((kind) => (rest.delta?.gone[kind] ?? 0) > 0);
  return {
    type: 'plan',
    plan: contentHash,
    unchanged,
    accepted,
    kinds,
    ...causesJson(plan),
    roots: context.roots,
    excluded,
    made: [...plan.madeRecords(MOST_LISTED)],
    live: liveOperations(kinds),
    ...facts,
    cost: {
      requests,
      bytes,
      ...(finishesAt === undefined
        ? {}
        : {
            minutes: Math.round((finishesAt - nowMs) / 6000) / 10,
            finishesAt: isoTime(finishesAt),
          }),
    },
    ignored: ignored.map(ignoredText),
    files: {
      rejects: job.rejects,
      dropped: rest.droppedFields === 0 ? undefined : job.dropped,
      notCarried: rest.exports.some(({ notCarried }) => notCarried.length > 0)
        ? job.notCarried
        : undefined,
      changed: changed ? job.changed : undefined,
      gone: gone ? job.gone : undefined,
      idMap: hasIdMap ? job.idMap : undefined,
    },
    next: context.next,
  };
}

/** Maximum number of causes, and of made records, that are listed individually. */
const MOST_LISTED = 10_000;

/** The causes up to the maximum, and exact sums by code, with the number of unlisted causes. */
function causesJson(
  plan: Pick<Plan, 'causes' | 'problemsByCode'>,
): Pick<Extract<Result, { type: 'plan' }>, 'problems' | 'problemsByCode'> {
  const problems = [...plan.causes(MOST_LISTED)];
  const listed = new Map<string, number>();
  for (const { code, severity } of problems) {
    const key = `${severity} ${code}`;
    listed.set(key, (listed.get(key) ?? 0) + 1);
  }
  const problemsByCode = plan.problemsByCode().map(({ code, severity, causes, rows, count }) => {
    const more = causes - (listed.get(`${severity} ${code}`) ?? 0);
    return { code, severity, causes, rows, count, ...(more === 0 ? {} : { more }) };
  });
  return { problems, problemsByCode };
}
