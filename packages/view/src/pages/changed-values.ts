import { Html, type HtmlValue } from '@chatferry/job/viewing';
import { written } from './written.ts';

/** A line of indented JSON with a value: the text before the value, the value, a comma. */
const VALUE_LINE = /^(\s*(?:"(?:[^"\\]|\\.)*": )?)("(?:[^"\\]|\\.)*"|[-\w.+]+)(,?)$/;
/** The name of a field in a row of JSON, or a text or a number. The group is the text or number. */
const JSON_VALUE = /"(?:[^"\\]|\\.)*"\s*:|("(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*)/g;
/** A cell of a row of CSV, between any of the usual delimiters. */
const CELL = /"((?:[^"]|"")*)"|[^,;\t|]+/g;

/** A row and its record. Values that the other one lacks in this form are marked. */
export interface BesideEachOther {
  readonly row: HtmlValue;
  readonly record: HtmlValue;
  readonly hasMarks: boolean;
}

/**
 * @param row the CSV or JSON row of the file
 * @param most characters; a longer row or record has no marks
 */
export function besideEachOther(row: string, record: object, most: number): BesideEachOther {
  const text = JSON.stringify(record, undefined, 2);
  if (text.length > most || row.length > most)
    return { row: written(row, most), record: written(text, most), hasMarks: false };
  const [ofRow, ofRecord] = [valuesOfRow(row), new Set(leavesOf(record))];
  const shownRow = markedRow(row, ofRecord);
  const shownRecord = text.split('\n').map((line): HtmlValue => {
    const [, before = '', value, comma = ''] = VALUE_LINE.exec(line) ?? [];
    return value === undefined || ofRow.has(String(JSON.parse(value)))
      ? [written(line), NEWLINE]
      : [written(before), marked(value), comma, NEWLINE];
  });
  const hasMarks = [...shownRow, ...shownRecord].flat().includes(MARK);
  return { row: shownRow, record: shownRecord, hasMarks };
}

function markedRow(row: string, ofRecord: ReadonlySet<string>): readonly HtmlValue[] {
  const isJson = parsed(row) !== undefined;
  const parts: HtmlValue[] = [];
  let end = 0;
  for (const match of row.matchAll(isJson ? JSON_VALUE : CELL)) {
    const [text, valueOfJson] = match;
    if (isJson && valueOfJson === undefined) continue;
    const value = isJson ? String(JSON.parse(text)) : cellOf(match);
    if (value === '' || leavesOf(value).every((each) => ofRecord.has(each))) continue;
    parts.push(written(row.slice(end, match.index)), ...marked(text));
    end = match.index + text.length;
  }
  return [...parts, written(row.slice(end))];
}

// White space counts in these texts, so the elements are not parts of a template.
const MARK = new Html('<mark><span class="hidden">changed: </span>');
const MARK_END = new Html('</mark>');
const NEWLINE = new Html('\n');

function marked(value: string): HtmlValue[] {
  return [MARK, written(value), MARK_END];
}

/** The values of a row, as texts. */
function valuesOfRow(row: string): ReadonlySet<string> {
  const whole = parsed(row);
  if (whole !== undefined) return new Set(leavesOf(whole));
  const cells = [...row.matchAll(CELL)].map(cellOf);
  return new Set(cells.flatMap((cell) => [cell, ...leavesOf(cell)]));
}

function cellOf([cell, quoted]: RegExpExecArray): string {
  return quoted?.replaceAll('""', '"') ?? cell;
}

/** All values inside a value, as texts. A text may contain JSON. */
function leavesOf(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(leavesOf);
  const text = String(value);
  const inner = /^\s*[[{]/.test(text) ? parsed(text) : undefined;
  return inner === undefined ? [text] : leavesOf(inner);
}

/** @returns undefined for anything but JSON with fields or items */
function parsed(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
