import { count, counted } from '@chatferry/contract';
import { html, type Html, type HtmlValue } from './html.ts';

export interface Column<Row> {
  readonly head: string;
  /** Numbers are aligned to the right. */
  readonly cell: (row: Row) => HtmlValue;
  /** The cells are numbers with a unit: aligned to the right, too. */
  readonly isNumber?: boolean;
}

export interface TableNotes<Row> {
  /** Rows at the end with the sums of the others. */
  readonly totals?: readonly Row[];
  /** Number of rows that are not shown; a line below the table reports it. */
  readonly more?: number;
  /** The noun for a row in that line: `cause`. */
  readonly what?: string;
  /** End of that line: where the other rows are. */
  readonly where?: string;
}

/** A table that screen readers can read: with a caption, and a head for each row and column. */
export function dataTable<Row>(
  caption: HtmlValue,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  { totals = [], more = 0, what = 'row', where = '' }: TableNotes<Row> = {},
): Html {
  return html`<div class="wide">
      <table>
        <caption>
          ${caption}
        </caption>
        <thead>
          <tr>
            ${columns.map(({ head, cell, isNumber = typeof cell(rows[0]!) === 'number' }) => html`<th scope="col" ${isNumber ? html` class="number"` : undefined}>${head}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.map((row) => lineOf(columns, row))}
        </tbody>
        ${
          totals.length === 0
            ? undefined
            : html`<tfoot>
                ${totals.map((row) => lineOf(columns, row))}
              </tfoot> `
        }
      </table>
    </div>
    ${
      more === 0
        ? undefined
        : html`<p class="note">And ${counted(more, `more ${what}`)}${where}.</p> `
    }`;
}

function lineOf<Row>(columns: readonly Column<Row>[], row: Row): Html {
  return html`<tr>
    ${columns.map(({ head, cell, isNumber }, index) => {
      const value = cell(row);
      const name = isNumber === true ? html` class="number"` : classOf(value);
      if (index > 0) return html`<td data-head="${head}" ${name}>${shown(value)}</td>`;
      // On a narrow screen, a number alone would not say what it counts.
      const of = typeof value === 'number' ? html` data-head="${head}"` : undefined;
      return html`<th scope="row" ${of} ${name}>${shown(value)}</th>`;
    })}
  </tr> `;
}

function classOf(value: HtmlValue): Html | undefined {
  if (typeof value !== 'number') return undefined;
  return value === 0 ? html` class="number zero"` : html` class="number"`;
}

function shown(value: HtmlValue): HtmlValue {
  return typeof value === 'number' ? count(value) : value;
}
