import { counted } from '@chatferry/contract';
import type { PlanInput } from '@chatferry/planner';
import { bytes } from '@chatferry/disk';
import type { HandOver } from '../hand-over.ts';
import { html, type Html } from '../html.ts';
import { type Column, dataTable } from '../table.ts';
import { name, time } from '../words.ts';

/** Maximum number of files that are shown; the plan contains all. */
const SHOWN = 500;

const columns: readonly Column<PlanInput>[] = [
  { head: 'File', cell: ({ file }) => (file === '-' ? 'stdin' : name(file)) },
  { head: 'Kind', cell: ({ kind }) => kind },
  { head: 'Format', cell: ({ format }) => format },
  {
    head: 'Size',
    cell: ({ bytes: size }) =>
      html`<span class="short" title="${counted(size, 'byte')}">${bytes(size)}</span>`,
    isNumber: true,
  },
  {
    head: 'Last changed',
    cell: ({ modifiedMs }) => (modifiedMs === undefined ? '' : time(modifiedMs)),
  },
  { head: 'SHA-256', cell: ({ sha256 }) => html`<code class="hash">${sha256}</code>` },
];

/** The inputs with their hashes, so that a file can be identified later. */
export function inputsFold({ plan: { inputs } }: HandOver): Html | undefined {
  if (inputs.length === 0) return undefined;
  return html`<details>
    <summary>Files of the export, with SHA-256</summary>
    ${dataTable(
      'The files that were read, with the hash of their bytes',
      columns,
      inputs.slice(0, SHOWN),
      {
        more: Math.max(0, inputs.length - SHOWN),
        what: 'file',
        where: '; the table inputs of plan.sqlite has them all',
      },
    )}
  </details> `;
}
