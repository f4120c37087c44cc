import { count, counted, type Kind } from '@chatferry/contract';
import {
  bar,
  type DifferenceLine,
  html,
  type Html,
  name,
  place,
  kindNamed,
  type KindComparison,
} from '@chatferry/job/viewing';
import { numberIn } from '../serving/address.ts';
import type { Answer } from '../serving/server.ts';
import { deltaChanges } from './delta-changes.ts';
import { invisibleText, valueText, wordDiff } from './diff.ts';
import { type Page, waitingFor } from './layout.ts';
import { jobNow } from './job-now.ts';
import type { PageContext } from './page-context.ts';
import { spreadsheet } from './spreadsheet.ts';

const ROWS = 50;

/** A field of a kind that differs, or the missing and repeated records of a kind. */
interface Group {
  readonly kind: string;
  /** Empty: records that are missing, or present more than once. */
  readonly field: string;
  readonly text: Html;
  readonly records: number;
}

/** The differences by kind and field. The field in which most records differ is first. */
function groupsOf(kinds: readonly KindComparison[]): Group[] {
  return kinds
    .flatMap(({ kind, fields, missing, doubled }): Group[] => {
      const records = missing + doubled;
      const text = countText(kind, missing, doubled);
      return [
        ...(records === 0 ? [] : [{ kind, field: '', text, records }]),
        ...fields.map(({ field, records: differing }) => ({
          kind,
          field,
          text: html`<code>${field}</code> of ${kind}`,
          records: differing,
        })),
      ];
    })
    .toSorted((a, b) => b.records - a.records);
}

export function differencesPage(context: PageContext): Page {
  const { address, link, next } = context;
  const { verification, conclusion } = jobNow(context);
  if (verification?.at === undefined) {
    const title = 'Nothing was read back yet';
    return {
      title,
      body: html`<h1>${title}</h1>
        <p class="lead">
          A verification reads the app and compares it with the plan, field by field:
        </p>
        <pre><code>${next('verify')}</code></pre>
        ${deltaChanges(context)}`,
    };
  }
  const groups = groupsOf(verification.kinds);
  const title = titleOf(verification.kinds);
  const largest = Math.max(...groups.map(({ records }) => records));
  const compared = conclusion.proved.filter(({ step }) => step.endsWith('ompared'));
  const chosen =
    groups.find(
      ({ kind, field }) =>
        kind === address.query.get('kind') && field === address.query.get('field'),
    ) ?? groups[0];
  const body = html`<h1>${title}</h1>
    <p class="lead">${compared.map(({ text }) => text).join(' ')}</p>
    ${
      chosen === undefined
        ? undefined
        : html`<div class="split">
            <ul class="list" aria-label="Fields">
              ${groups.map(
                (group) =>
                  html`<li>
                    <a
                      href="${link(['differences'], { kind: group.kind, field: group.field })}"
                      ${group === chosen ? html`aria-current="true"` : undefined}
                      ><span>${group.text}</span
                      ><b class="number">${count(group.records)}</b
                      >${bar(group.records / largest)}</a
                    >
                  </li> `,
              )}
            </ul>
            <section aria-label="The differences">
              <h2>${chosen.text}</h2>
              <p>See what a repair would change:</p>
              <pre class="command"><code>${next('repair')} --dry-run</code></pre>
              <p>
                <a
                  class="button"
                  href="${link(['differences.csv'], { kind: chosen.kind, field: chosen.field })}"
                  >Download CSV for a spreadsheet</a
                >
              </p>
              ${differenceList(context, chosen)}
            </section>
          </div>`
    }
    ${deltaChanges(context)}`;
  return { title, body };
}

function titleOf(kinds: readonly KindComparison[]): string {
  const sum = (number: (of: KindComparison) => number): number =>
    kinds.reduce((total, each) => total + number(each), 0);
  const [differ, missing, doubled] = [
    sum(({ different }) => different),
    sum((each) => each.missing),
    sum((each) => each.doubled),
  ];
  if (differ + missing + doubled === 0) return 'No difference was found';
  const more =
    doubled === 0 ? '' : `, ${count(doubled)} ${doubled === 1 ? 'is' : 'are'} there more than once`;
  return `${counted(differ, 'record differs', 'records differ')}, ${count(missing)} ${missing === 1 ? 'is' : 'are'} missing${more}`;
}

function countText(kind: string, missing: number, doubled: number): Html {
  const is = [
    ...(missing === 0 ? [] : ['missing']),
    ...(doubled === 0 ? [] : ['there more than once']),
  ];
  return html`${kind} ${is.join(', or ')}`;
}

function differenceList(context: PageContext, { kind, field }: Group): Html {
  const { reader, address, link, indexing } = context;
  const known = kindNamed(kind);
  if (reader.index === undefined || known === undefined) return waitingFor(indexing);
  const after = numberIn(address.query, 'after') ?? 0;
  const lines = reader.index.differences(known, field, after, ROWS);
  const last = lines.at(-1);
  return html`<ol class="differences">
      ${reader.differences(lines).map((line) => html`<li>${difference(context, line)}</li> `)}
    </ol>
    ${lines.length < ROWS || last === undefined ? undefined : html`<p><a href="${link(['differences'], { kind, field, after: last.n })}">Next ${ROWS}</a></p>`}`;
}

/** All differences of a field of a kind, for a spreadsheet. */
export function differencesCsv({ reader, address: { query } }: PageContext): Answer {
  const [kind, field] = [kindNamed(query.get('kind') ?? ''), query.get('field') ?? ''];
  const heads = ['kind', 'id', 'field', 'planned', 'held', 'file', 'line'];
  const rows = kind === undefined ? [] : linesOf(reader, kind, field);
  return spreadsheet('differences.csv', heads, rows, 'differences.jsonl');
}

function* linesOf(
  reader: PageContext['reader'],
  kind: Kind,
  field: string,
): Generator<(string | number)[]> {
  for (let after = 0; ;) {
    const found = reader.index?.differences(kind, field, after, 1000) ?? [];
    if (found.length === 0) return;
    after = found.at(-1)!.n;
    for (const { id, planned, held, file, line } of reader.differences(found))
      yield [kind, id, field, valueText(planned), valueText(held), file, line];
  }
}

function difference({ link }: PageContext, line: DifferenceLine): Html {
  const { kind, id, field, file, line: row } = line;
  // The head of the list already states that records are missing.
  const isSaid = field === '' && line.held === 0;
  return html`<p>
      <a href="${link(['record', kind, id])}">${name(`${kind}:${id}`)}</a>
      <span class="soft">${place(file, row)}</span>
    </p>
    ${isSaid ? undefined : field === '' ? html`<p>${countNote(line)}</p>` : valuesOf(line)}`;
}

/** Whether a record is missing, or how many copies there are. */
export function countNote({ held }: Pick<DifferenceLine, 'held'>): string {
  return held === 0 ? 'It is missing.' : `It is there ${String(held)} times.`;
}

/** The planned and the held value of a field. */
export function valuesOf({ planned, held }: Pick<DifferenceLine, 'planned' | 'held'>): Html {
  const [before, after] = [valueText(planned), valueText(held)];
  return html`${wordDiff(before, after)}${invisibleNote(before, after)}`;
}

function invisibleNote(before: string, after: string): Html | undefined {
  const text = invisibleText(before, after);
  return text === undefined ? undefined : html`<p class="soft">${text}</p>`;
}
