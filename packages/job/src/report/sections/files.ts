import { bytes } from '@chatferry/disk';
import type { HandOver } from '../hand-over.ts';
import { html, type Html } from '../html.ts';
import { type PresentFile, presentFiles } from '../job-files.ts';
import { type Column, dataTable } from '../table.ts';
import { shortCode } from '../words.ts';

const columns: readonly Column<PresentFile>[] = [
  { head: 'File', cell: ({ name }) => shortCode(name) },
  { head: 'What it is for', cell: ({ holds }) => holds },
  { head: 'Personal data', cell: ({ personal }) => html`<span class="short">${personal}</span>` },
  {
    head: 'Size',
    cell: ({ name, bytes: size }) =>
      name === 'report.html' ? '' : html`<span class="short">${bytes(size)}</span>`,
    isNumber: true,
  },
];

/** The files of the job folder. */
export function filesFold({ job }: HandOver): Html | undefined {
  const files = presentFiles(job.path);
  if (files.length === 0) return undefined;
  return html`<details>
    <summary>Files of the job folder, and the personal data in them</summary>
    <p>
      The migration can be continued and audited with all these files together. Keep them as safe as
      the export itself. None of them contains the key.
    </p>
    ${dataTable('Files of the job folder', columns, files)}
  </details> `;
}
