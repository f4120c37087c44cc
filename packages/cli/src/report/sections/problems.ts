import { problems } from '@chatferry/contract';
import type { CauseGroup, CodeTotal } from '@chatferry/planner';
import type { HandOver } from '../hand-over.ts';
import { html, type Html, type Part } from '../html.ts';
import { type Column, dataTable } from '../table.ts';
import { clipped, name, place, shortCode } from '../words.ts';

/** Causes that are shown; the plan has them all. */
const SHOWN = 40;

/** Values stay out: they are what people wrote. The column and the place lead to them. */
const codeColumns: readonly Column<CodeTotal>[] = [
  { head: 'Code', cell: ({ code }) => shortCode(code) },
  { head: 'What it means', cell: meaningOf },
  { head: 'Rows', cell: ({ count }) => count },
  { head: 'Causes', cell: ({ causes }) => causes },
  { head: 'Such as', cell: ({ example }) => exampleOf(example) },
  { head: 'What to do', cell: ({ fix }) => fix },
];

const causeColumns: readonly Column<CauseGroup>[] = [
  { head: 'Cause', cell: ({ text }) => clipped(text) },
  { head: 'Code', cell: ({ code }) => shortCode(code) },
  { head: 'Rows', cell: ({ count }) => count },
  { head: 'Such as', cell: ({ example }) => exampleOf(example) },
];

/** What was wrong with the export, by code and by cause. */
export function problemsSection({ plan, job }: HandOver): Html | undefined {
  const totals = plan.problemsByCode();
  if (totals.length === 0) return undefined;
  const rejects = totals.filter(({ severity }) => severity === 'reject');
  const warnings = totals.filter(({ severity }) => severity === 'warning');
  return html`<section>
    <h2>Problems of the export</h2>
    <p>
      Found when planning, before anything was sent. A row with several problems counts under each
      of them. Each rejected row is in <code>${job.rejects}</code>.
    </p>
    ${rejects.length === 0 ? undefined : dataTable('Why rows were rejected', codeColumns, rejects)}
    ${warnings.length === 0 ? undefined : dataTable('Rows that deserve a look', codeColumns, warnings)}
    ${causesTable(plan.summary.problems, totals)}
  </section> `;
}

/** The causes of codes that have more than one, such as each of the users that is missing. */
function causesTable(
  largest: readonly CauseGroup[],
  totals: readonly CodeTotal[],
): Html | undefined {
  const several = totals.filter(({ causes }) => causes > 1);
  const shown = largest
    .filter(({ code, severity }) =>
      several.some((total) => total.code === code && total.severity === severity),
    )
    .slice(0, SHOWN);
  if (shown.length === 0) return undefined;
  const all = several.reduce((sum, { causes }) => sum + causes, 0);
  return dataTable('The largest causes, where a problem has several', causeColumns, shown, {
    more: all - shown.length,
    what: 'cause',
    where: '; the table causes of plan.sqlite has them all',
  });
}

function meaningOf({ code, causes, example: { field } }: CodeTotal): Part {
  const what = field === undefined ? 'The row' : causes === 1 ? clipped(field) : 'A field';
  return `${what} ${problems[code].means}.`;
}

function exampleOf({ file, line, field }: CauseGroup['example']): Part {
  return html`${place(file, line)}${field === undefined ? undefined : html`, column ${name(field)}`}`;
}
