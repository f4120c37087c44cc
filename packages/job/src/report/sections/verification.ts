import { count, counted } from '@chatferry/contract';
import { extraText, type FieldCount, type KindComparison } from '../../verifying/kind-tally.ts';
import type { HandOver } from '../hand-over.ts';
import { html, type Html } from '../html.ts';
import { type Column, dataTable } from '../table.ts';
import { clipped, name, place, time } from '../words.ts';

const columns: readonly Column<KindComparison>[] = [
  { head: 'Kind', cell: ({ kind }) => kind },
  { head: 'Planned', cell: ({ planned }) => planned },
  { head: 'Same', cell: ({ same }) => same },
  { head: 'Different', cell: ({ different }) => different },
  { head: 'Missing', cell: ({ missing }) => missing },
  { head: 'More than once', cell: ({ doubled }) => doubled },
  { head: 'Not readable', cell: ({ hidden }) => hidden },
  { head: 'Held', cell: ({ held }) => held },
  { head: 'Beyond the plan', cell: extraText },
  { head: 'Read', cell: ({ at }) => time(Date.parse(at)) },
];

const fieldColumns: readonly Column<FieldCount & { readonly kind: string }>[] = [
  { head: 'Kind', cell: ({ kind }) => kind },
  { head: 'Field', cell: ({ field }) => name(clipped(field)) },
  { head: 'Records', cell: ({ records }) => records },
  {
    head: 'Such as',
    cell: ({ examples: [first] }) =>
      html`${name(clipped(first!.id))} (${place(first!.file, first!.line)})`,
  },
];

/** Fields shown for each kind. */
const FIELDS = 20;

/** What was read back, kind by kind; undefined without a verification. */
export function verificationSection({
  verification,
}: Pick<HandOver, 'verification'>): Html | undefined {
  if (verification?.at === undefined) return undefined;
  const { kinds, target } = verification;
  return html`<section>
    <h2>What the service holds</h2>
    <p>
      Each kind with planned records was read back from the app ${name(target.appId)} and compared
      with the plan, field by field, at the time that its line names. Further content of the app is
      not an error: the app may have had content before, and makes the owner of a group its member.
    </p>
    ${dataTable('The service compared with the plan', columns, kinds)} ${fieldTable(kinds)}
    ${reHostedLine(kinds)} ${kinds.flatMap(examplesOf)}
  </section> `;
}

/** The fields that differ, without their values. */
function fieldTable(kinds: readonly KindComparison[]): Html | undefined {
  const rows = kinds.flatMap(({ kind, fields }) =>
    fields.slice(0, FIELDS).map((field) => ({ kind, ...field })),
  );
  const all = kinds.reduce((sum, { fields }) => sum + fields.length, 0);
  if (rows.length === 0) return undefined;
  return html`${dataTable(
      'Fields whose value in the service differs from the plan',
      fieldColumns,
      rows,
      {
        more: all - rows.length,
        what: 'field',
      },
    )}
    <p>
      Every difference is in <code>differences.jsonl</code> of the job folder, with both values.
    </p> `;
}

function reHostedLine(kinds: readonly KindComparison[]): Html | undefined {
  const reHosted = kinds.reduce((sum, kind) => sum + kind.reHosted, 0);
  if (reHosted === 0) return undefined;
  return html`<p>
    ${counted(reHosted, 'attachment')} re-hosted: the service holds a copy under an address of its
    own. This is not a difference.
  </p> `;
}

function examplesOf({ kind, missing, doubled, examples }: KindComparison): Html[] {
  return [
    ...(missing === 0
      ? []
      : [
          html`<p>Missing ${kind}: ${count(missing)}, such as:</p>
            <ul>
              ${examples.missing.map(
                ({ id, file, line }) =>
                  html`<li>${name(`${kind}:${clipped(id)}`)} (${place(file, line)})</li> `,
              )}
            </ul> `,
        ]),
    ...(doubled === 0
      ? []
      : [
          html`<p>
            There more than once: ${counted(doubled, 'record')}, such as
            ${examples.doubled.map((id, index) => [
              index === 0 ? '' : ', ',
              name(`${kind}:${clipped(id)}`),
            ])}
          </p> `,
        ]),
  ];
}
