import type { CauseGroup } from '@chatferry/planner';
import type { HandOver } from '../hand-over.ts';
import { html, type Html, type Part } from '../html.ts';
import { type Column, dataTable } from '../table.ts';
import { clipped, name, place, shortCode } from '../words.ts';

/** Causes that are shown; the plan has them all. */
const SHOWN = 40;

/** Values stay out: they are what people wrote. The column and the place lead to them. */
const columns: readonly Column<CauseGroup>[] = [
  { head: 'Cause', cell: ({ text }) => clipped(text) },
  { head: 'Rows', cell: ({ count }) => count },
  { head: 'Code', cell: ({ code }) => shortCode(code) },
  { head: 'Such as', cell: exampleOf },
  { head: 'What to do', cell: ({ fix }) => fix },
];

/** What was wrong with the export, by cause. */
export function problemsSection({ plan, job }: HandOver): Html | undefined {
  const { problems, otherProblems } = plan.summary;
  if (problems.length === 0) return undefined;
  return html`<section>
    <h2>Problems of the export</h2>
    <p>
      Found when planning, before anything was sent. A row with several problems counts under each
      of them.
    </p>
    ${tableOf(`Rows that were rejected, by cause; each of them is in ${job.rejects}`, 'reject')}${tableOf('Rows that were sent all the same, and deserve a look', 'warning')}
  </section> `;

  function tableOf(caption: string, severity: CauseGroup['severity']): Html | undefined {
    const of = problems.filter((problem) => problem.severity === severity);
    if (of.length === 0) return undefined;
    const more = Math.max(0, of.length - SHOWN);
    const where = '; the table causes of plan.sqlite has them all';
    const table = dataTable(caption, columns, of.slice(0, SHOWN), { more, what: 'cause', where });
    const others = otherProblems.groups;
    return severity === 'reject' && others > 0
      ? html`${table}
          <p class="note">
            The plan has ${others.toLocaleString('en-US')} smaller causes besides; its table causes
            has them all.
          </p> `
      : table;
  }
}

function exampleOf({ example: { file, line, field } }: CauseGroup): Part {
  return html`${place(file, line)}${field === undefined ? undefined : html`, column ${name(field)}`}`;
}
