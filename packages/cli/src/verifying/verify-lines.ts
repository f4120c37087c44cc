import { count, counted, type Kind, kinds } from '@chatferry/contract';
import type { KindStatus } from '@chatferry/runner';
import type { JobFolder, KindComparison } from '@chatferry/job/planned';
import type { NextCommand } from '../printing/command-line.ts';
import { table } from '../printing/table.ts';

/** The result of a verification as text. It names fields and records, never values. */
export function verifyLines(
  found: readonly KindComparison[],
  status: Readonly<Record<Kind, KindStatus>>,
  job: JobFolder,
  next: NextCommand,
): string[] {
  const sum = (name: 'different' | 'missing' | 'doubled' | 'hidden' | 'reHosted'): number =>
    found.reduce((total, each) => total + each[name], 0);
  const [different, missing, doubled] = [sum('different'), sum('missing'), sum('doubled')];
  const isDelta = found.some(({ landedBefore }) => landedBefore > 0);
  const [hidden, reHosted] = [sum('hidden'), sum('reHosted')];
  return [
    ...table([
      [
        '',
        'planned',
        'same',
        'different',
        'missing',
        'doubled',
        'held',
        ...(isDelta ? ['landed before'] : []),
        'extra',
      ],
      ...found
        .filter(isShown)
        .map((each) => [
          each.kind,
          each.planned,
          each.same,
          each.different,
          each.missing,
          each.doubled,
          each.held,
          ...(isDelta ? [each.landedBefore] : []),
          each.extra,
        ]),
    ]),
    ...found.flatMap((each) => exampleLines(each)),
    '',
    different + missing + doubled === 0
      ? `Every planned record ${hidden === 0 ? '' : 'that can be read '}is in the service, once, with the same content.`
      : `${counted(different, 'record')} different, ${count(missing)} missing, ${count(doubled)} stored more than once. Each is in ${job.differences}.`,
    ...(isDelta
      ? [
          'What landed in jobs before this one is not compared; verify those jobs with their own folders.',
        ]
      : []),
    ...(hidden === 0
      ? []
      : [
          `${counted(hidden, 'relation')} not compared: the service shows no list for deactivated users.`,
        ]),
    ...(reHosted === 0
      ? []
      : [
          `${counted(reHosted, 'attachment')} re-hosted: the service holds a copy under an address of its own.`,
        ]),
    ...(missing === 0 ? [] : [missingLine(status, next)]),
  ];
}

function exampleLines({ kind, fields, examples }: KindComparison): string[] {
  return [
    ...fields.map(({ field, records, examples: [first] }) => {
      const { id, file, line } = first!;
      return `  ${kind}: ${field} differs in ${counted(records, 'record')}, such as ${kind}:${id} (${file}:${line})`;
    }),
    ...examples.missing.map(({ id, file, line }) => `  ${kind}:${id} is missing (${file}:${line})`),
    ...examples.doubled.map((id) => `  ${kind}:${id} is stored more than once`),
  ];
}

/** The command that sends the missing records. */
function missingLine(status: Readonly<Record<Kind, KindStatus>>, next: NextCommand): string {
  const pending = Object.values(status).reduce((sum, each) => sum + each.pending, 0);
  return pending > 0
    ? `${counted(pending, 'record')} not sent yet; send the rest with: ${next('run')}`
    : `Send what is missing again with: ${next('retry')}`;
}

/** Whether the table has a line for the kind: it has files, or planned records. */
function isShown({ kind, planned }: KindComparison): boolean {
  return kinds[kind].routes.import !== undefined || planned > 0;
}
