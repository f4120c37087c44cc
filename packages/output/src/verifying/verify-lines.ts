import { count, counted, type Kind, kinds, kindsInOrder } from '@chatferry/contract';
import type { KindStatus } from '@chatferry/runner';
import {
  type Conclusion,
  extraText,
  isAsPlanned,
  type JobFolder,
  type KindComparison,
  type VerifyOutcome,
} from '@chatferry/job/planned';
import type { NextCommand } from '../printing/next-command.ts';
import { originText } from '../printing/origin-text.ts';
import { table } from '../printing/table.ts';

type Verified = Pick<VerifyOutcome, 'kinds' | 'scope' | 'landedBefore'> & {
  readonly conclusion: Pick<Conclusion, 'headline' | 'sentences'>;
};

/** The result of a verification as text, with the names of fields and records, never with values. */
export function verifyLines(
  { kinds: found, scope, landedBefore, conclusion: { headline, sentences } }: Verified,
  status: Readonly<Record<Kind, KindStatus>>,
  job: JobFolder,
  next: NextCommand,
): string[] {
  const sum = (name: 'missing' | 'landedBefore' | 'hidden' | 'reHosted'): number =>
    found.reduce((total, each) => total + each[name], 0);
  const [missing, reHosted] = [sum('missing'), sum('reHosted')];
  return [
    ...(found.length === 0
      ? ['Nothing was read: no record of this kind is planned.']
      : comparisonTable(found, { isDelta: sum('landedBefore') > 0, hasHidden: sum('hidden') > 0 })),
    ...found.flatMap((each) => exampleLines(each)),
    '',
    headline,
    ...sentences,
    ...(scope === 'delta' ? partLines(found, landedBefore, next) : []),
    ...(found.every(isAsPlanned) ? [] : [`Each difference is in ${job.differences}.`]),
    ...(reHosted === 0
      ? []
      : [
          `${counted(reHosted, 'attachment')} re-hosted: the service holds a copy under an address of its own.`,
        ]),
    ...(missing === 0 ? [] : [missingLine(status, next)]),
    ...(found.every(({ different }) => different === 0)
      ? []
      : [`See what a repair would change with: ${next('repair', '--dry-run')}`]),
  ];
}

/** Lines about the records that the verification of a delta has not compared. */
function partLines(
  found: readonly KindComparison[],
  landedBefore: Verified['landedBefore'],
  next: NextCommand,
): string[] {
  const others = found.reduce((sum, each) => sum + each.others, 0);
  const landed = kindsInOrder.flatMap((kind) =>
    landedBefore[kind] === undefined ? [] : [counted(landedBefore[kind], ...kinds[kind].nouns)],
  );
  return [
    ...(others === 0
      ? []
      : [
          `${counted(others, 'other record was', 'other records were')} in the same places, and ${others === 1 ? 'was' : 'were'} not judged.`,
        ]),
    `Records of earlier jobs were not compared: ${listed(landed)}. To read every list of the app: ${next('verify', '--full')}`,
  ];
}

function listed(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

function comparisonTable(
  found: readonly KindComparison[],
  { isDelta, hasHidden }: { readonly isDelta: boolean; readonly hasHidden: boolean },
): string[] {
  const columns = [
    { head: '', cell: ({ kind }: KindComparison) => kind },
    { head: 'planned', cell: ({ planned }: KindComparison) => planned },
    { head: 'same', cell: ({ same }: KindComparison) => same },
    { head: 'different', cell: ({ different }: KindComparison) => different },
    { head: 'missing', cell: ({ missing }: KindComparison) => missing },
    { head: 'doubled', cell: ({ doubled }: KindComparison) => doubled },
    ...(hasHidden ? [{ head: 'not readable', cell: ({ hidden }: KindComparison) => hidden }] : []),
    { head: 'held', cell: ({ held }: KindComparison) => held },
    ...(isDelta
      ? [{ head: 'landed before', cell: ({ landedBefore }: KindComparison) => landedBefore }]
      : []),
    { head: 'extra', cell: extraText },
  ];
  return table([
    columns.map(({ head }) => head),
    ...found.map((each) => columns.map(({ cell }) => cell(each))),
  ]);
}

function exampleLines({ kind, fields, missing, examples }: KindComparison): string[] {
  const more = missing - examples.missing.length;
  return [
    ...fields.map(({ field, records, examples: [first] }) => {
      const { id, file, line } = first!;
      return `  ${kind}: ${field} differs in ${counted(records, 'record')}, such as ${kind}:${id} (${originText(file, line)})`;
    }),
    ...examples.missing.map(
      ({ id, file, line }) =>
        `  ${kind}:${id} ${kinds[kind].isRemoval === true ? 'is still to be done' : 'is missing'} (${originText(file, line)})`,
    ),
    ...(more > 0
      ? [
          `  … and ${count(more)} more ${kinds[kind].nouns[more === 1 ? 0 : 1]} ${more === 1 ? 'is' : 'are'} ${kinds[kind].isRemoval === true ? 'still to be done' : 'missing'}`,
        ]
      : []),
    ...examples.doubled.map((id) => `  ${kind}:${id} is stored more than once`),
  ];
}

type StatusByKind = Readonly<Record<Kind, KindStatus>>;

/** The command that sends the missing records. */
function missingLine(status: StatusByKind, next: NextCommand): string {
  const pending = pendingIn(status);
  return pending > 0
    ? `${counted(pending, 'record')} not sent yet; send the rest with: ${next('run')}`
    : `Send what is missing again with: ${next('retry')}`;
}

function pendingIn(status: StatusByKind): number {
  return Object.values(status).reduce((sum, each) => sum + each.pending, 0);
}

/** The commands that are useful after a verification. */
export function verifyCommands(
  found: readonly KindComparison[],
  status: StatusByKind,
  next: NextCommand,
): string[] {
  if (found.every(isAsPlanned)) return [];
  const isMissing = found.some(({ missing }) => missing > 0);
  const sending = pendingIn(status) > 0 ? next('run') : next('retry');
  return [...(isMissing ? [sending] : []), next('repair')];
}
