import { count, counted } from '@chatferry/contract';
import type { HandOver } from '../hand-over.ts';
import { html, type Html } from '../html.ts';
import { type Column, dataTable } from '../table.ts';
import { shortCode } from '../words.ts';

interface Unmapped {
  readonly cause: string;
  readonly addresses: number;
}

const columns: readonly Column<Unmapped>[] = [
  { head: 'Why there is no copy', cell: ({ cause }) => shortCode(cause) },
  { head: 'Addresses', cell: ({ addresses }) => count(addresses) },
];

/** Addresses of copies, and files without a copy by cause; absent where the plan uses no media map. */
export function mediaSection({ plan }: HandOver): Html | undefined {
  const { media } = plan.summary;
  if (media === undefined) return undefined;
  const { mapped, unmapped } = media;
  return html`<section>
    <h2>Files</h2>
    <p>
      ${counted(mapped, 'address', 'addresses')} of attachments, avatars and icons
      ${mapped === 1 ? 'is that of a copy' : 'are those of copies'}.
      ${
        unmapped.length === 0
          ? 'Every file has one.'
          : 'The others point to where the files were, or have only their names.'
      }
    </p>
    ${unmapped.length === 0 ? undefined : dataTable('Files without a copy', columns, unmapped)}
  </section> `;
}
