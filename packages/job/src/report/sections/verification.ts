import { count, counted, kinds as definitions, kindsInOrder } from '@chatferry/contract';
import type { FieldCount, KindComparison } from '../../verifying/kind-tally.ts';
import type { HandOver } from '../hand-over.ts';
import { html, type Html } from '../html.ts';
import { isOfAnotherApp, isVerified } from '../job-state.ts';
import { type Column, dataTable } from '../table.ts';
import { clipped, name, place, time } from '../words.ts';

const columns: readonly Column<KindComparison>[] = [
  { head: 'Kind', cell: ({ kind }) => kind },
  { head: 'Planned', cell: ({ planned }) => planned },
  { head: 'Same', cell: ({ same }) => same },
  { head: 'Different', cell: ({ different }) => different },
  { head: 'Missing', cell: ({ missing }) => missing },
  { head: 'More than once', cell: ({ doubled }) => doubled },
  { head: 'Held', cell: ({ held }) => held },
  { head: 'Beyond the plan', cell: ({ extra }) => extra },
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

/** The results of the latest verification; undefined without one. */
export function verificationSection(handOver: HandOver): Html | undefined {
  const { verification } = handOver;
  if (verification === undefined) return undefined;
  const { kinds, at, unfinishedSince } = verification;
  const unfinished =
    unfinishedSince === undefined
      ? undefined
      : html`<p>
          A verification that began ${time(Date.parse(unfinishedSince))} has not ended. Its results
          are used only after it has.
        </p> `;
  if (at === undefined)
    return html`<section>
      <h2>What the service holds</h2>
      ${unfinished}
    </section> `;
  const validity = isOfAnotherApp(handOver)
    ? html`<p>
        What was read was another app than the one the records were sent to:
        ${name(verification.target.appId)}.
      </p> `
    : isVerified(handOver)
      ? undefined
      : html`<p>Records were sent after that; they were not verified.</p> `;
  return html`<section>
    <h2>What the service holds</h2>
    ${unfinished}
    <p>
      The latest verification read the service back ${time(Date.parse(at))} and compared it with the
      plan, field by field${unreadText(kinds)}. Further content of the app is not an error: the app
      may have had content before, and makes the owner of a group its member.
    </p>
    ${validity}${dataTable('The service compared with the plan', columns, kinds.filter(isShown))}
    ${fieldTable(kinds)}${reHostedLine(kinds)} ${kinds.flatMap(examplesOf)}
  </section> `;
}

/** Whether a kind has a line: one that can be imported, or has records. */
function isShown({ kind, planned }: KindComparison): boolean {
  return definitions[kind].routes.import !== undefined || planned > 0;
}

function unreadText(kinds: readonly KindComparison[]): string {
  const read = kinds.map(({ kind }) => kind);
  return read.length === kindsInOrder.length ? '' : `; it read ${read.join(', ')} only`;
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
