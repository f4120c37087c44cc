import { changedCompanions, COMPANION_FIX } from '../../folder/companion-files.ts';
import { bytes } from '@chatferry/disk';
import type { HandOver } from '../hand-over.ts';
import { html, type Html } from '../html.ts';
import { type PresentFile, presentFiles } from '../job-files.ts';
import { type Column, dataTable } from '../table.ts';
import { shortCode } from '../words.ts';

const columns: readonly Column<PresentFile>[] = [
  { head: 'File', cell: ({ name }) => shortCode(name) },
  { head: 'What it is for', cell: ({ holds }) => holds },
  { head: 'Personal data', cell: ({ personal }) => personal },
  { head: 'Size', cell: ({ name, bytes: size }) => (name === 'report.html' ? '' : bytes(size)) },
];

/** The files of the job folder. */
export function filesSection({ job, plan }: HandOver): Html {
  return html`<section>
    <h2>The job folder</h2>
    <p>
      The migration can be continued and audited with all these files together. Keep them as safe as
      the export itself. None of them contains the key.
    </p>
    ${changedCompanions(plan).map((change) => html`<p>${change} ${COMPANION_FIX}</p>`)}
    ${dataTable('Files of the job folder, and the personal data in them', columns, presentFiles(job.path))}
  </section> `;
}
