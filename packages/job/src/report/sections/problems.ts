import { counted, kinds, kindsInOrder } from '@chatferry/contract';
import type { ProblemRoot } from '@chatferry/planner';
import type { HandOver } from '../hand-over.ts';
import { html, type Html, type HtmlValue } from '../html.ts';
import { type Column, dataTable } from '../table.ts';
import { clipped, name, place, shortCode } from '../words.ts';

/** Maximum number of causes in each table; the plan contains all. */
const SHOWN = 40;

/** Shows no values, which are people's texts: file, line and column lead to them. */
const warningColumns: readonly Column<ProblemRoot>[] = [
  { head: 'Cause', cell: ({ text }) => clipped(text) },
  { head: 'Code', cell: ({ code }) => shortCode(code) },
  { head: 'Rows', cell: ({ count }) => count },
  { head: 'Such as', cell: ({ example }) => exampleOf(example) },
  { head: 'What to do', cell: ({ fix }) => fix },
];

const rejectColumns: readonly Column<ProblemRoot>[] = [
  ...warningColumns.slice(0, 3),
  { head: 'Rejected with them', cell: ({ fallen }) => fallenText(fallen) },
  ...warningColumns.slice(3),
];

/** The problems of the export as `plan` prints them: root causes first, with the rows that were rejected because of them. */
export function problemsSection({ plan, job }: HandOver): Html | undefined {
  const roots = plan.problemRoots();
  if (roots.length === 0) return undefined;
  const rejects = roots.filter(({ severity }) => severity === 'reject');
  const warnings = roots.filter(({ severity }) => severity === 'warning');
  return html`<section>
    <h2>Problems of the export</h2>
    <p>
      Found during planning, before anything was sent. A row with several problems counts under each
      of them. Each rejected row is in <code>${job.rejects}</code>.
    </p>
    ${causesTable('Why rows were rejected', rejectColumns, rejects)}
    ${causesTable('Rows to check', warningColumns, warnings)}
  </section> `;
}

function causesTable(
  caption: string,
  columns: readonly Column<ProblemRoot>[],
  roots: readonly ProblemRoot[],
): Html | undefined {
  if (roots.length === 0) return undefined;
  return dataTable(caption, columns, roots.slice(0, SHOWN), {
    more: Math.max(0, roots.length - SHOWN),
    what: 'cause',
    where: '; the table causes of plan.sqlite has them all',
  });
}

/** The rows that are rejected only because of these. */
function fallenText(fallen: ProblemRoot['fallen']): string {
  return kindsInOrder
    .filter((kind) => fallen[kind] > 0)
    .map((kind) => counted(fallen[kind], ...kinds[kind].nouns))
    .join(', ');
}

function exampleOf({ file, line, field }: ProblemRoot['example']): HtmlValue {
  return html`${place(file, line)}${field === undefined ? undefined : html`, column ${name(field)}`}`;
}
