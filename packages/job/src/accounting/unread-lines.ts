import { count, counted, kinds as definitions } from '@chatferry/contract';
import { conditionWithout } from '@chatferry/parsers/names';
import type { PlanSummary, UndecidedColumn, UnreadPlace } from '@chatferry/planner';

/** Maximum number of places that are shown for each file. */
const SHOWN_PLACES = 8;

/** Maximum number of files and columns that are shown. */
const SHOWN_LINES = 10;

/**
 * Lists the fields of the inputs that nothing reads, one line for each file.
 *
 * @param whole where the whole list is, for places that are not shown
 */
export function unreadLines({ unread }: Pick<PlanSummary, 'unread'>, whole = ''): string[] {
  const byFile = new Map<string, UnreadPlace[]>();
  for (const each of unread) {
    const places = byFile.get(each.file) ?? [];
    byFile.set(each.file, places);
    places.push(each);
  }
  const lines = [...byFile].map(
    ([file, places]) => `Not read of ${shownFile(file)}: ${listed(places, whole)}.`,
  );
  return withinLimit(lines, 'file');
}

function listed(places: readonly UnreadPlace[], whole: string): string {
  const shown = places.slice(0, SHOWN_PLACES).map(({ kind, place, values, rows }) => {
    const how =
      rows === undefined
        ? counted(values, kind === undefined ? 'row' : 'value')
        : `${count(values)} of ${counted(rows, 'row')}`;
    return `${place} (${how})`;
  });
  const more = places.length - shown.length;
  return `${shown.join(', ')}${more === 0 ? '' : ` and ${counted(more, 'more place')}${whole}`}`;
}

/** Lists the columns that mark rows as deleted or private, but that nothing reads. */
export function undecidedLines({ undecided }: Pick<PlanSummary, 'undecided'>): string[] {
  return withinLimit(undecided.map(undecidedLine), 'column');
}

function undecidedLine({ file, kind, column, marked, rows, value }: UndecidedColumn): string {
  const nouns = definitions[kind].nouns;
  const only = `only: { ${column}: ${conditionWithout(column, value)} }`;
  return `${shownFile(file)}: ${column} is ${JSON.stringify(value)} or the like in ${count(marked)} of ${counted(rows, 'row')}, and nothing reads it. If these are deleted or private, leave them out: ${only}, with all such values. Otherwise name all values: only: { ${column}: [...] }. Until then the ${nouns[1]} are planned.`;
}

function shownFile(file: string): string {
  return file === '-' ? 'stdin' : file;
}

function withinLimit(lines: readonly string[], what: string): string[] {
  const more = lines.length - SHOWN_LINES;
  return more <= 0
    ? [...lines]
    : [
        ...lines.slice(0, SHOWN_LINES),
        `… and ${counted(more, `more ${what}`)} of which something is not read.`,
      ];
}
