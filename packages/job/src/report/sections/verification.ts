import { comparedFields, count, counted } from '@chatferry/contract';
import { extraText, type FieldCount, type KindComparison } from '../../verifying/kind-tally.ts';
import { utcMinute } from '../../wording/units.ts';
import type { HandOver } from '../hand-over.ts';
import { html, type Html, type HtmlValue } from '../html.ts';
import { type Column, dataTable } from '../table.ts';
import { clipped, name, place, shortTime, time } from '../words.ts';

/** A column of the comparison. An empty column is named and left out, unless it is always shown. */
interface Found {
  readonly head: string;
  readonly number: (found: KindComparison) => number;
  readonly isShown?: boolean;
}

/** A kind that was read back, or all kinds. */
interface Line {
  readonly name: string;
  readonly number: (of: Found['number']) => number;
  /** Absent for all kinds. */
  readonly found?: KindComparison;
}

const numbers: readonly Found[] = [
  { head: 'Planned', number: ({ planned }) => planned, isShown: true },
  { head: 'Same', number: ({ same }) => same, isShown: true },
  { head: 'Different', number: ({ different }) => different },
  { head: 'Missing', number: ({ missing }) => missing },
  { head: 'More than once', number: ({ doubled }) => doubled },
  { head: 'Not readable', number: ({ hidden }) => hidden },
];

/** The fields in which planned records are compared. */
function fieldsText({ kind }: KindComparison): HtmlValue {
  const fields = Object.keys(comparedFields[kind]).filter((field) => field !== 'data.attachments');
  const text = fields.length === 0 ? 'present or not' : fields.join(', ').replace('data.*', 'data');
  return html`<span class="fields">${text}</span>`;
}

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

/** A column without a value for all kinds. */
function ofKind(head: string, cell: (found: KindComparison) => HtmlValue): Column<Line> {
  return { head, cell: ({ found }) => (found === undefined ? '' : cell(found)) };
}

/** What was read back, kind by kind; undefined without a verification. */
export function verificationSection({
  verification,
}: Pick<HandOver, 'verification'>): Html | undefined {
  if (verification?.at === undefined) return undefined;
  const { kinds, target } = verification;
  const sum = (number: Found['number']): number =>
    kinds.reduce((total, each) => total + number(each), 0);
  const shown = numbers.filter(({ number, isShown }) => isShown === true || sum(number) > 0);
  const empty = numbers.filter((each) => !shown.includes(each));
  const hasExtra = kinds.some(({ extra }) => extra > 0);
  const minutes = new Set(kinds.map(({ at }) => utcMinute(Date.parse(at))));
  const columns: readonly Column<Line>[] = [
    { head: 'Kind', cell: ({ name: kind }) => kind },
    ...shown.map(({ head, number: of }) => ({ head, cell: ({ number }: Line) => number(of) })),
    ...(hasExtra ? [ofKind('Beyond the plan', extraText)] : []),
    ...(minutes.size === 1 ? [] : [ofKind('Read, UTC', ({ at }) => shortTime(Date.parse(at)))]),
    ofKind('Fields compared', fieldsText),
  ];
  const lines = kinds.map((found): Line => ({
    name: found.kind,
    number: (of) => of(found),
    found,
  }));
  const all: Line = { name: 'all', number: sum };
  return html`<section>
    <h2>What the service holds</h2>
    <p class="note">
      Each kind with planned records was read back from the app
      ${name(target.appId)}${minutes.size === 1 ? html` at ${time(Date.parse(kinds[0]!.at))}` : undefined}
      and compared with the plan, field by
      field.${
        hasExtra
          ? html` Further content of the app is not an error: the app may have had content before,
            and makes the owner of a group its member.`
          : undefined
      }
    </p>
    <div class="sums">
      ${dataTable('The service compared with the plan', columns, lines, { totals: lines.length > 1 ? [all] : [] })}
    </div>
    <dl class="sumlines">${(lines.length > 1 ? [...lines, all] : lines).map(comparedLine)}</dl>
    ${empty.length === 0 ? undefined : html`<p class="note">Without records: ${empty.map(({ head }) => head.toLowerCase()).join('; ')}.</p> `}
    ${fieldTable(kinds)} ${reHostedLine(kinds)} ${missingTable(kinds)} ${kinds.flatMap(doubledLine)}
  </section> `;
}

/** A line of the same table for a narrow screen: `= 21,477 same + 57 different`. */
function comparedLine({ name: kind, number, found }: Line): Html {
  const [planned, ...outcomes] = numbers;
  const parts = outcomes
    .filter((each) => number(each.number) > 0)
    .map((each) => `${count(number(each.number))} ${each.head.toLowerCase()}`);
  return html`<div>
    <dt>${kind} <b>${count(number(planned!.number))}</b></dt>
    <dd>= ${parts.length === 0 ? '0' : parts.join(' + ')}</dd>
    ${found === undefined ? undefined : html`<dd>${fieldsText(found)}</dd>`}
  </div> `;
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

/** Missing records that are shown for each kind; the file of differences has all. */
const MISSING = 5;

const missingColumns: readonly Column<KindComparison>[] = [
  { head: 'Kind', cell: ({ kind }) => kind },
  { head: 'Records', cell: ({ missing }) => missing },
  {
    head: 'Such as',
    cell: ({ examples: { missing } }) =>
      missing
        .slice(0, MISSING)
        .map(({ id, file, line }, index) => [
          index === 0 ? '' : ', ',
          html`${name(clipped(id))} (${place(file, line)})`,
        ]),
  },
];

function missingTable(kinds: readonly KindComparison[]): Html | undefined {
  const rows = kinds.filter(({ missing }) => missing > 0);
  if (rows.length === 0) return undefined;
  return dataTable('Planned records that the service does not hold', missingColumns, rows);
}

function doubledLine({ kind, doubled, examples }: KindComparison): Html[] {
  if (doubled === 0) return [];
  return [
    html`<p>
      There more than once: ${counted(doubled, 'record')}, such as
      ${examples.doubled.map((id, index) => [
        index === 0 ? '' : ', ',
        name(`${kind}:${clipped(id)}`),
      ])}
    </p> `,
  ];
}
