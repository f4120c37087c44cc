import { count, printable } from '@chatferry/contract';
import type { ExportSummary, PlanSummary } from '@chatferry/planner';

/** The findings about exports of chat systems: why an export was recognised, and what is not imported from it. */
export function exportLines(
  { exports }: Pick<PlanSummary, 'exports'>,
  notCarriedFile: string,
): string[] {
  return exports.flatMap((found) => ['', ...linesOf(found, notCarriedFile)]);
}

function linesOf(
  { file, system, rule, records, notCarried, notes }: ExportSummary,
  notCarriedFile: string,
): string[] {
  const read = records.map(({ type, count: number }) => `${type} ${count(number)}`);
  return [
    `${printable(file)} was read as an export of ${system}: ${rule}.`,
    `  Records: ${read.join(', ')}.`,
    ...notes.map(
      ({ subject, fact, count: number }) => `  Of the ${subject}, ${count(number)}: ${fact}.`,
    ),
    ...(notCarried.length === 0
      ? []
      : [
          `  Not carried, each in ${notCarriedFile}:`,
          ...notCarried.map(
            ({ type, reason, count: number }) => `    ${type} ${count(number)}: ${reason}`,
          ),
        ]),
  ];
}
