import type { Comparison } from '../../verifying/compare-kind.ts';
import type { HandOver } from '../hand-over.ts';
import { html, type Html } from '../html.ts';
import { isOfAnotherApp, isVerified } from '../job-state.ts';
import { type Column, dataTable } from '../table.ts';
import { clipped, name, place, time } from '../words.ts';

const columns: readonly Column<Comparison>[] = [
  { head: 'Kind', cell: ({ kind }) => kind },
  { head: 'Planned', cell: ({ planned }) => planned },
  { head: 'In the service', cell: ({ held }) => held },
  { head: 'Missing', cell: ({ missing }) => missing },
  { head: 'There twice', cell: ({ doubled }) => doubled },
  { head: 'Beyond the plan', cell: ({ extra }) => extra },
];

/** What the service holds, as it was read back; how to have it read when nobody has. */
export function verificationSection(handOver: HandOver): Html | undefined {
  const { verification } = handOver;
  if (verification === undefined) return undefined;
  const { kinds, at } = verification;
  const validity = isOfAnotherApp(handOver)
    ? html`<p>
        What was read was another app than the one the records were sent to:
        ${name(verification.target.appId)}.
      </p> `
    : isVerified(handOver)
      ? undefined
      : html`<p>Records were sent after that; of these it says nothing.</p> `;
  return html`<section>
    <h2>What the service holds</h2>
    <p>
      The command <code>verify</code> read the service back ${time(Date.parse(at))} and compared it
      with the plan, id by id. What is there beyond the plan is no fault: the app may have had
      content before, and makes the owner of a group its member.
    </p>
    ${validity}${dataTable('The service compared with the plan', columns, kinds)}
    ${kinds.flatMap(examplesOf)}
  </section> `;
}

function examplesOf({ kind, examples }: Comparison): Html[] {
  return [
    ...(examples.missing.length === 0
      ? []
      : [
          html`<p>Missing, such as:</p>
            <ul>
              ${examples.missing.map(
                ({ id, file, line }) =>
                  html`<li>${name(`${kind}:${clipped(id)}`)} (${place(file, line)})</li> `,
              )}
            </ul> `,
        ]),
    ...(examples.doubled.length === 0
      ? []
      : [
          html`<p>
            There twice, such as:
            ${examples.doubled.map((id, index) => [index === 0 ? '' : ', ', name(`${kind}:${id}`)])}
          </p> `,
        ]),
  ];
}
