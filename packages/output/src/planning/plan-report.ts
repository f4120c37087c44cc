import {
  count,
  counted,
  type Kind,
  kinds as definitions,
  kindsInOrder,
  placeText,
} from '@chatferry/contract';
import type { PlanSummary, ProblemRoot } from '@chatferry/planner';
import { table } from '../printing/table.ts';
import { bytes } from '@chatferry/disk';
import {
  allExcluded,
  duration,
  filteredLines,
  type Excluded,
  type JobFolder,
  madeLines,
  rejectedRows,
  undecidedLines,
  unreadLines,
  utcMinute,
} from '@chatferry/job/planned';
import type { IgnoredFile } from '@chatferry/job/planning';
import { ignoredLines } from './ignored-lines.ts';
import { attachmentLines, mediaLines } from './file-lines.ts';
import { deltaLines } from './delta-lines.ts';
import { exportLines } from './export-lines.ts';
import { liveOperations, liveText } from '@chatferry/runner';
import { shownKinds } from './shown-kinds.ts';

/** The contents of the report that are not in the plan. */
export interface ReportContext {
  readonly nowMs: number;
  /** The end of a run that starts now; undefined without a quota. */
  readonly finishesAt: number | undefined;
  readonly ignored: readonly IgnoredFile[];
  readonly excluded: Excluded;
  readonly roots: readonly ProblemRoot[];
  readonly job: Pick<
    JobFolder,
    'rejects' | 'dropped' | 'notCarried' | 'changed' | 'gone' | 'idMap'
  >;
  /** Whether ids were changed. */
  readonly hasIdMap: boolean;
}

/** Maximum number of printed roots; every row is in `rejects.jsonl`. */
const SHOWN = 12;

export function planReport(summary: PlanSummary, context: ReportContext): string[] {
  const { job, hasIdMap } = context;
  return [
    ...kindTable(summary),
    ...deltaLines(summary, job),
    ...problemLines(context.roots),
    ...noteLines(summary, context),
    ...exportLines(summary, job.notCarried),
    '',
    costLine(summary, context),
    ...(rejectedRows(summary) === 0 ? [] : [`Every rejected row: ${job.rejects}`]),
    ...(summary.droppedFields === 0
      ? []
      : [`Every optional value that was left out: ${job.dropped}`]),
    ...(hasIdMap
      ? [`Ids that had to be changed, for the login code of the app: ${job.idMap}`]
      : []),
  ];
}

/** The report for `--quiet`. */
export function shortReport(summary: PlanSummary, context: ReportContext): string[] {
  const rejected = rejectedRows(summary);
  return [
    costLine(summary, context),
    ...(rejected === 0
      ? []
      : [
          `${counted(rejected, 'row')} rejected${ofThem(context.excluded)}: ${context.job.rejects}`,
        ]),
  ];
}

function ofThem(excluded: Excluded): string {
  const rows = allExcluded(excluded);
  return rows === 0 ? '' : `, ${count(rows)} of them left out as configured`;
}

function kindTable({ kinds, delta }: PlanSummary): string[] {
  const shown = shownKinds(kinds);
  if (shown.length === 0) return [];
  const columns = columnNames.filter(
    (name) =>
      (name !== 'filtered' || shown.some((kind) => kinds[kind].filtered > 0)) &&
      (!ofDeltas.includes(name) || delta !== undefined),
  );
  return table([
    ['', ...columns],
    ...shown.map((kind) => [kind, ...columns.map((name) => kinds[kind][name])]),
  ]);
}

/** Columns that only a plan with an earlier job has. */
const ofDeltas: readonly string[] = ['unchanged', 'changed', 'updated'];

const columnNames = [
  'rows',
  'planned',
  'unchanged',
  'changed',
  'updated',
  'merged',
  'rejected',
  'filtered',
  'warnings',
] as const;

function problemLines(roots: readonly ProblemRoot[]): string[] {
  if (roots.length === 0) return [];
  const rest = roots.slice(SHOWN);
  const rows = rest.reduce((sum, each) => sum + each.count, 0);
  return [
    '',
    'Problems, by cause',
    ...roots.slice(0, SHOWN).flatMap(rootLines),
    ...(rest.length === 0
      ? []
      : [
          '',
          `  … and ${counted(rest.length, 'more cause')} (${counted(rows, 'row')}), with --json`,
        ]),
  ];
}

function rootLines({
  code,
  severity,
  text,
  example,
  fix,
  count: rows,
  fallen,
}: ProblemRoot): string[] {
  const { field, value, message } = example;
  // Only the message contains the type of the value.
  const what =
    field === undefined || code === 'wrong-type'
      ? message
      : `${field}${value === undefined ? '' : ` = ${quoted(value)}`}`;
  return [
    '',
    `  ${text}`,
    `    ${severity === 'warning' ? 'warning ' : ''}${code}, ${counted(rows, 'row')}; such as ${placeText(example)}: ${what}`,
    ...fallenLines(fallen),
    `    ${fix}`,
  ];
}

function fallenLines(fallen: ProblemRoot['fallen']): string[] {
  const parts = kindsInOrder
    .filter((kind) => fallen[kind] > 0)
    .map((kind) => counted(fallen[kind], ...definitions[kind].nouns));
  return parts.length === 0 ? [] : [`    → rejected with them: ${parts.join(', ')}`];
}

/** The value on one line, quoted. */
function quoted(value: string): string {
  return JSON.stringify(value);
}

function noteLines(summary: PlanSummary, { ignored, excluded }: ReportContext): string[] {
  const { directConversations, usersWithoutMessages, roles } = summary;
  const notes = [
    ...filteredLines(summary),
    ...unreadLines(summary, ', with --json'),
    ...undecidedLines(summary),
    ...(allExcluded(excluded) === 0
      ? []
      : [
          `${counted(allExcluded(excluded), 'row')} left out as configured: among the rejected, and not counted against --max-rejects.`,
        ]),
    ...madeLines(summary.kinds),
    ...liveLines(summary),
    ...(directConversations === 0
      ? []
      : [
          `${counted(directConversations, 'group')} of two people sent as ${directConversations === 1 ? 'a conversation' : 'conversations'} of the two; group and memberships count as merged.`,
        ]),
    ...(usersWithoutMessages === 0 || summary.kinds.messages.planned === 0
      ? []
      : [`${counted(usersWithoutMessages, 'user')} without any message.`]),
    ...roleLines(roles),
    ...mediaLines(summary),
    ...attachmentLines(summary),
    ...ignoredLines(ignored),
  ];
  return notes.length === 0 ? [] : ['', ...notes];
}

/** The live operations, which users may notice. */
function liveLines({ kinds }: PlanSummary): string[] {
  const live = liveOperations(kinds);
  return live.length === 0
    ? []
    : [`Sent live, so that the app may notify users and call webhooks: ${liveText(live)}.`];
}

/** Maximum number of printed roles. */
const SHOWN_ROLES = 10;

function roleLines(roles: PlanSummary['roles']): string[] {
  const lacking = roles.filter(({ isPlanned = false }) => !isPlanned);
  if (lacking.length === 0) return [];
  const shown = lacking.slice(0, SHOWN_ROLES).map(({ role, name, users }) => {
    const legacy = name === role ? '' : `, ${quoted(name)} in the export`;
    return `${role} (${counted(users, 'user')}${legacy})`;
  });
  const more = lacking.length - shown.length;
  return [
    `Roles that must exist in the app: ${shown.join(', ')}${more === 0 ? '' : ` and ${count(more)} more; --json lists all of them`}.`,
  ];
}

function costLine(
  { requests, bytes: size, kinds }: PlanSummary,
  { nowMs, finishesAt }: ReportContext,
): string {
  const records = kindsInOrder.reduce((sum, kind: Kind) => sum + kinds[kind].planned, 0);
  const cost = `${counted(records, 'record')} in ${counted(requests, 'request')}, ${bytes(size)}`;
  if (finishesAt === undefined) return `${cost}.`;
  return `${cost}: ${duration(finishesAt - nowMs)} at the quota, done at ${utcMinute(finishesAt)} UTC if started now.`;
}
