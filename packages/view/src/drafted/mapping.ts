import { count, counted } from '@chatferry/contract';
import { html, type Html, type HtmlValue, name } from '@chatferry/job/viewing';
import type { Page } from '../pages/layout.ts';
import { written } from '../pages/written.ts';
import { numberIn } from '../serving/address.ts';
import { command, decisionList, editedNote } from './decisions.ts';
import type { DraftContext } from './draft-context.ts';
import type { ViewedColumn, ViewedDraft, ViewedTable } from './viewed-draft.ts';

/** The most tables in the list, and the most files that are not read. */
const LISTED = 200;
const COLUMNS = 200;

export function mappingPage(context: DraftContext): Page {
  const { draft, address, link } = context;
  const { tables, exports, notRead } = draft;
  const title = titleOf(draft);
  const chosen = numberIn(address.query, 'table') ?? 0;
  const table = tables[chosen] ?? tables[0];
  const body = html`<h1>${title}</h1>
    <p class="lead">
      How each column would be read, with values of the export.
      <a href="${link(['conversations'])}">Conversations</a> shows the result: a person who knows
      the old system sees there whether names, order and times are right.
    </p>
    ${editedNote(draft)}
    ${
      draft.acceptNeeded === undefined
        ? undefined
        : html`<p class="fix">
              ${counted(neededIn(draft), 'decision is', 'decisions are')} needed first:
              <a href="${link(['decisions'])}">see the reasons</a>, or take the examples as they
              are.
            </p>
            ${command(draft.acceptNeeded)}`
    }
    ${exports.map(
      ({ path, system }) =>
        html`<p>
          <b>${name(path)}</b> is an export of ${system}, which needs no mapping. Plan it, and
          <code>view</code> shows its conversations.
        </p> `,
    )}
    ${table === undefined ? undefined : tablesAndOne(context, tables.indexOf(table), table)}
    ${notRead.length === 0 ? undefined : notReadList(notRead)}
    ${
      draft.acceptNeeded === undefined
        ? html`<h2>Plan with it</h2>
            ${command(draft.plan)}`
        : undefined
    }`;
  return { title, body };
}

function titleOf({ tables, exports, configuration }: ViewedDraft): string {
  const kinds = [...new Set(tables.map(({ kind }) => kind))];
  if (kinds.length === 0)
    return exports.length === 0 ? 'No file is read yet' : `${configuration} needs no mapping`;
  return `${counted(tables.length, 'table')} with ${new Intl.ListFormat('en').format(kinds)}`;
}

function neededIn({ decisions }: ViewedDraft): number {
  return decisions.filter(({ isNeeded }) => isNeeded).length;
}

function tablesAndOne(context: DraftContext, chosen: number, table: ViewedTable): Html {
  const { link, draft } = context;
  const more = draft.tables.length - LISTED;
  return html`<div class="split">
    <div>
      <ul class="list" aria-label="Tables">
        ${draft.tables.slice(0, LISTED).map(
          (each, index) =>
            html`<li>
              <a
                href="${link([], { table: index })}"
                ${index === chosen ? html`aria-current="true"` : undefined}
                ><span>${name(tableName(each))}</span><b>${each.kind}</b
                ><span class="soft">${stateOf(each)}</span></a
              >
            </li> `,
        )}
      </ul>
      ${more > 0 ? html`<p class="note">${counted(more, 'more', 'more')} are in ${draft.configuration}.</p>` : undefined}
    </div>
    <section aria-label="The table">${oneTable(context, table)}</section>
  </div>`;
}

function tableName({ file, place }: ViewedTable): string {
  const base = file.slice(file.lastIndexOf('/') + 1);
  return place === '' ? base : `${base}, ${place}`;
}

const states: Readonly<Record<ViewedTable['state'], string>> = {
  certain: 'certain',
  accepted: 'accepted',
  waiting: 'not read before it is accepted',
  own: 'in the form of the service',
};

function stateOf({ state, decisions }: ViewedTable): string {
  const open = decisions.length === 0 ? '' : `, ${counted(decisions.length, 'decision')}`;
  return `${states[state]}${open}`;
}

function oneTable({ draft }: DraftContext, table: ViewedTable): Html {
  const { file, kind, rows, isWhole, columns, others } = table;
  const decisions = draft.decisions.filter(({ number }) => table.decisions.includes(number));
  return html`<h2>${name(tableName(table))} → ${kind}</h2>
    <p class="soft">
      ${name(file)}: ${isWhole ? counted(rows, 'row') : `the first ${counted(rows, 'row')}`}
    </p>
    <div class="wide" tabindex="0" role="region" aria-label="Columns">
      <table class="columns">
        <caption>
          Its columns
        </caption>
        <thead>
          <tr>
            <th scope="col">Column</th>
            <th scope="col">Some of its values</th>
            <th scope="col" class="number">Filled</th>
            <th scope="col">Becomes</th>
          </tr>
        </thead>
        <tbody>
          ${columns
            .toSorted(byUse)
            .slice(0, COLUMNS)
            .map((column) => columnRow(column, rows))}
        </tbody>
      </table>
    </div>
    ${columns.length > COLUMNS ? html`<p class="note">And ${count(columns.length - COLUMNS)} more.</p>` : undefined}
    ${others.length === 0 ? undefined : otherLines(others)}
    ${
      decisions.length === 0
        ? undefined
        : html`<h2>To decide about it</h2>
            ${decisionList(decisions)}`
    }`;
}

/** Sorts the columns that are read first, then the columns that a decision is about. */
function byUse(one: ViewedColumn, other: ViewedColumn): number {
  return useOf(one) - useOf(other);
}

function useOf({ fields, filters, proposed }: ViewedColumn): number {
  return fields.length + filters.length > 0 ? 0 : proposed.length > 0 ? 1 : 2;
}

function columnRow(column: ViewedColumn, rows: number): Html {
  const { name: own, values, isSecret, filled } = column;
  const share = rows === 0 ? 0 : Math.floor((filled / rows) * 100);
  return html`<tr ${useOf(column) === 2 ? html`class="unread"` : undefined}>
    <th scope="row">${name(own)}</th>
    <td>
      ${isSecret ? html`<span class="soft">not shown</span>` : values.length === 0 ? html`<span class="soft">empty</span>` : values.map((value) => html`<span class="value">${written(value, 60)}</span> `)}
    </td>
    <td class="number" data-head="Filled">${share} %</td>
    <td data-head="Becomes">${becomes(column)}</td>
  </tr> `;
}

function becomes({ fields, filters, proposed, ignored }: ViewedColumn): HtmlValue {
  const filter =
    filters.length === 0
      ? undefined
      : html`${codes(filters)} <span class="soft">decides which rows are read</span>`;
  if (fields.length > 0 || filter !== undefined) return [...codes(fields), filter];
  if (proposed.length > 0) return html`${codes(proposed)} <i>once accepted</i>`;
  return html`<span class="soft"
    >not read${ignored === undefined || ignored === '' ? '' : `: ${ignored}`}</span
  >`;
}

function codes(fields: readonly string[]): Html[] {
  return fields.map((field) => html`${name(field)} `);
}

function otherLines(others: ViewedTable['others']): Html {
  return html`<h2>For all of its rows</h2>
    <ul>
      ${others.map(
        ({ line, reason }) =>
          html`<li>
            <code>${written(line, 400)}</code>
            ${reason === undefined ? undefined : html`<span class="soft">${written(reason, 1000)}</span>`}
          </li> `,
      )}
    </ul>`;
}

function notReadList(notRead: ViewedDraft['notRead']): Html {
  return html`<h2>Not read</h2>
    <ul class="plain">
      ${notRead
        .slice(0, LISTED)
        .map(
          ({ file, why }) =>
            html`<li><b>${name(file)}</b> <span class="soft">${written(why, 400)}</span></li> `,
        )}
    </ul>
    ${notRead.length > LISTED ? html`<p class="note">And ${count(notRead.length - LISTED)} more.</p>` : undefined}`;
}
