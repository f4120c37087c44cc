import { count, counted, kinds, kindsInOrder } from '@chatferry/contract';
import {
  bar,
  causeText,
  html,
  type Html,
  name,
  place,
  sentence,
  shortCode,
} from '@chatferry/job/viewing';
import type { ProblemRoot } from '@chatferry/planner';
import { numberIn } from '../serving/address.ts';
import type { Answer } from '../serving/server.ts';
import { type Page, waitingFor } from './layout.ts';
import type { PageContext } from './page-context.ts';
import { allRowsOf, filterForm, type ProblemFilter, problemFilter } from './problem-filter.ts';
import { spreadsheet } from './spreadsheet.ts';
import { written } from './written.ts';

const ROWS = 50;
/** The most causes in the list; the plan has all. */
const LISTED = 60;

/** A rejected row of the list. */
type RejectedRow = ReturnType<PageContext['reader']['rejects']>[number];

export function problemsPage(context: PageContext): Page {
  const { reader, address, link } = context;
  const roots = reader.plan.problemRoots();
  const rejects = roots.filter(({ severity }) => severity === 'reject');
  if (roots.length === 0)
    return { title: 'No row has a problem', body: html`<h1>No row has a problem</h1>` };
  const rows = rejects.reduce((sum, root) => sum + allRowsOf(root), 0);
  const filter = problemFilter(context);
  const { rowsOf, isOn, kind, file } = filter;
  const listed = isOn ? rejects.filter((root) => rowsOf(root) > 0) : roots;
  const title =
    rejects.length === 0
      ? `Every row can move; ${counted(roots.length, 'cause is', 'causes are')} to be checked`
      : `${counted(rows, 'row')} cannot move, for ${counted(rejects.length, 'cause')}`;
  const current = numberIn(address.query, 'cause');
  const chosen = listed.find((root) => isOf(root, current)) ?? listed[0];
  const largestOf = (severity: ProblemRoot['severity']): number =>
    Math.max(...listed.filter((root) => root.severity === severity).map(rowsOf));
  const body = html`<h1>${title}</h1>
    <p class="lead">
      Found by planning. A row that is rejected because another one is missing counts with that
      cause.
    </p>
    ${filterForm(context, filter)} ${isOn ? shownNote(filter, listed) : undefined}
    <div class="split">
      <ul class="list" aria-label="Causes">
        ${listed.slice(0, LISTED).map(
          (root) =>
            html`<li>
              <a
                href="${link(['problems'], { cause: root.causes[0], kind, file })}"
                ${root === chosen ? html`aria-current="true"` : undefined}
                ><span
                  >${aboutOf(root)}${root.severity === 'warning' ? html` <i>sent all the same</i>` : undefined}</span
                >
                <b class="number">${count(rowsOf(root))}</b
                >${bar(rowsOf(root) / largestOf(root.severity))}</a
              >
            </li> `,
        )}
      </ul>
      <section aria-label="The cause">
        ${chosen === undefined ? undefined : causeDetails(context, chosen, filter)}
      </section>
    </div>`;
  return { title, body };
}

function shownNote({ kind, file, rowsOf }: ProblemFilter, listed: readonly ProblemRoot[]): Html {
  const rows = listed.reduce((sum, root) => sum + rowsOf(root), 0);
  return html`<p>
    Shown:
    ${counted(rows, 'row')}${kind === undefined ? undefined : ` of ${kind}`}${file === undefined ? undefined : html` in ${name(file)}`}.
  </p>`;
}

function causeDetails(context: PageContext, root: ProblemRoot, filter: ProblemFilter): Html {
  const { link, reader, indexing } = context;
  const found = reader.index === undefined ? undefined : rowsFrom(context, root, filter);
  return html`<h2>${aboutOf(root)}</h2>
    <p class="fix">${sentence(root.fix)}</p>
    <p>
      ${counted(allRowsOf(root), 'row')}:
      ${kindsInOrder
        .filter((kind) => root.rows[kind] + root.fallen[kind] > 0)
        .map((kind) => counted(root.rows[kind] + root.fallen[kind], ...kinds[kind].nouns))
        .join(', ')}
      · ${shortCode(root.code)}
    </p>
    <p>
      <a class="button" href="${link(['problems.csv'], { cause: root.causes[0] })}"
        >Download CSV for a spreadsheet</a
      >
    </p>
    ${
      root.severity === 'warning'
        ? html`<p class="note">
            Rows that are sent are in no list. The first one is at
            ${place(root.example.file, root.example.line)}.
          </p>`
        : found === undefined
          ? waitingFor(indexing)
          : rowTable(context, root, found, filter)
    }`;
}

interface Rows {
  readonly rows: readonly RejectedRow[];
  /** The beginning of the next page. */
  readonly next: { readonly at: number; readonly after: number } | undefined;
}

/** Rows of the causes of a root, then rows of the causes that follow from it: at most one page. */
function rowsFrom(
  { reader, address }: PageContext,
  root: ProblemRoot,
  filter: ProblemFilter,
): Rows {
  const causes = [...root.causes, ...root.following];
  let at = numberIn(address.query, 'at') ?? 0;
  let after = numberIn(address.query, 'after') ?? 0;
  const rows: RejectedRow[] = [];
  while (at < causes.length && rows.length < ROWS) {
    const lines = reader.index!.rejectsOfCause(causes[at]!, after, ROWS - rows.length, filter);
    rows.push(...reader.rejects(lines));
    const last = lines.at(-1);
    if (last === undefined) [at, after] = [at + 1, 0];
    else after = last.n;
  }
  return { rows, next: rows.length < ROWS ? undefined : { at, after } };
}

function rowTable(
  { link }: PageContext,
  root: ProblemRoot,
  { rows, next }: Rows,
  { kind, file }: ProblemFilter,
): Html {
  return html`<div class="wide" tabindex="0" role="region" aria-label="Rows">
      <table class="rejected">
        <caption>
          Rows of the export, as they are in their files
        </caption>
        <thead>
          <tr>
            <th scope="col">Kind</th>
            <th scope="col">Id</th>
            <th scope="col">File and line</th>
            <th scope="col">Field</th>
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            (row) =>
              html`<tr ${row.row === undefined ? undefined : html`class="has-raw"`}>
                  <td>${row.kind}</td>
                  <th scope="row">
                    ${
                      row.id === undefined
                        ? html`<span class="soft">none</span>`
                        : html`<a href="${link(['record', row.kind, row.id])}">${name(row.id)}</a>`
                    }
                  </th>
                  <td>${place(row.file, row.line)}</td>
                  <td>
                    ${row.field === undefined ? undefined : name(row.field)}${row.value === undefined ? undefined : html` = <code>${written(row.value, 200)}</code>`}
                  </td>
                </tr>
                ${
                  row.row === undefined
                    ? undefined
                    : html`<tr class="raw">
                        <td colspan="4">
                          <details>
                            <summary>Row as it is in the file</summary>
                            <pre tabindex="0"><code>${marked(row.row, row.value)}</code></pre>
                          </details>
                        </td>
                      </tr>`
                } `,
          )}
        </tbody>
      </table>
    </div>
    ${
      next === undefined
        ? undefined
        : html`<p>
            <a href="${link(['problems'], { cause: root.causes[0], kind, file, ...next })}"
              >Next ${ROWS}</a
            >
          </p>`
    }`;
}

/** A row in which the value with the problem is marked. */
function marked(row: string, value: string | undefined): Html {
  const at = value === undefined || value === '' ? -1 : row.indexOf(value);
  if (at < 0) return written(row, 16_000);
  const end = at + value!.length;
  return html`${written(row.slice(0, at), 16_000)}<mark>${written(row.slice(at, end))}</mark>${written(row.slice(end), 16_000)}`;
}

/** All rows of a cause for a spreadsheet. */
export function problemsCsv({ reader, address }: PageContext): Answer {
  const current = numberIn(address.query, 'cause');
  const root = reader.plan.problemRoots().find((each) => isOf(each, current));
  const heads = ['kind', 'id', 'file', 'line', 'code', 'field', 'value', 'message', 'fix', 'row'];
  return spreadsheet(
    `rows-of-cause-${current ?? 0}.csv`,
    heads,
    linesOf(reader, root),
    'rejects.jsonl',
  );
}

function* linesOf(
  reader: PageContext['reader'],
  root: ProblemRoot | undefined,
): Generator<(string | number | undefined)[]> {
  if (root === undefined || reader.index === undefined) return;
  for (const cause of [...root.causes, ...root.following])
    for (let after = 0; ;) {
      const found = reader.index.rejectsOfCause(cause, after, 1_000);
      if (found.length === 0) break;
      after = found.at(-1)!.n;
      for (const { kind, id, file, line, code, field, value, message, fix, row } of reader.rejects(
        found,
      ))
        yield [kind, id, file, line, code, field, value, message, fix, row];
    }
}

/** Whether a cause belongs to a root, or follows from it. */
function isOf({ causes, following }: ProblemRoot, cause: number | undefined): boolean {
  return cause !== undefined && [...causes, ...following].includes(cause);
}

/** The text without its numbers of rows, which are shown next to it. */
function aboutOf({ text, example }: ProblemRoot): Html {
  return causeText(text.replace(/: [^:]*$/, ''), example.field);
}
