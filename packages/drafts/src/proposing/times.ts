import type { Column } from '../columns/column.ts';
import type { FoundTimeForm } from '../columns/time-form-of.ts';
import { samplesOf } from './samples.ts';
import type { Proposal } from '../guessing/proposal.ts';
import type { TableDraft } from './table-draft.ts';

/**
 * Adds the form of a column's times. The date and the time of day may be in two columns, which are joined.
 *
 * @param proposal the proposal that the column's line belongs to; undefined for a certain line
 */
export function addTime(
  draft: TableDraft,
  field: string,
  column: Column,
  proposal: Proposal | undefined,
  used: Set<Column>,
): void {
  const { time, values } = column.facts;
  if (time === undefined) return;
  const clock =
    time.parts === 'date' && proposal === undefined ? clockBeside(draft, column, used) : undefined;
  if (clock !== undefined) {
    const lines = draft.lines.columns;
    const own = lines.findIndex((line) => line.key === column.name);
    if (own !== -1) lines.splice(own, 1);
    draft.add('convert', field, { join: [column.name, clock.name] });
    used.add(clock);
  }
  const joined = clock === undefined ? time : joinedForm(time, clock.facts.time!);
  if (joined.form !== undefined) {
    const form = joined.isFormat ? { format: joined.form } : joined.form;
    if (joined.doubt === undefined) draft.add('times', field, form, undefined, proposal);
    else
      draft.propose('times', field, form, `${joined.doubt}: ${samplesOf(column)}`, {
        valueOf: (format) => ({ format }),
        example: joined.form,
      });
  }
  if (!joined.hasZone)
    draft.timeWithoutZone ??= [column, clock]
      .flatMap((each) => (each === undefined ? [] : [[...each.facts.values.keys()][0]!]))
      .join(' ');
  const zeros = [...values.keys()].filter((value) => /^0+$|^-1$/.test(value));
  if (zeros.length === 0) return;
  const rule = { values: Object.fromEntries(zeros.map((zero) => [zero, null])) };
  draft.add('convert', field, rule, undefined, proposal);
}

/** The only column with times of day that is not used otherwise. */
function clockBeside({ guess }: TableDraft, date: Column, used: Set<Column>): Column | undefined {
  const clocks = guess.table.columns.filter(
    (each) =>
      each !== date &&
      !used.has(each) &&
      each.root !== undefined &&
      each.facts.time?.parts === 'clock',
  );
  return clocks.length === 1 ? clocks[0] : undefined;
}

function joinedForm(date: FoundTimeForm, clock: FoundTimeForm): FoundTimeForm {
  const isIso =
    date.form === 'yyyy-MM-dd' && clock.form!.startsWith('HH:mm') && !clock.form!.endsWith('a');
  return { ...date, form: isIso ? undefined : `${date.form} ${clock.form}`, parts: 'both' };
}
