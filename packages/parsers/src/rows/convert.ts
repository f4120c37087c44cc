import { hasLongNumber, parseJson, problem } from '@chatferry/contract';
import { isTooDeep } from '../terms/nesting.ts';
import { jsonError } from '../terms/json-error.ts';
import { truthOf } from '../mapping/condition.ts';
import type { RowNotes } from '../terms/row-notes.ts';
import type { FieldTarget } from '../mapping/targets.ts';

/** The value of a filled CSV cell; undefined, with a note, when the cell has no valid value. */
export function fromCell(
  text: string,
  target: FieldTarget,
  tagSeparator: string,
  notes: RowNotes,
): unknown {
  const { field } = target;
  switch (target.type) {
    case 'text':
      return text;
    case 'time':
      return fromTime(text, target, notes);
    case 'tags':
      return tagsIn(text, tagSeparator);
    case 'boolean': {
      const truth = truthOf(text);
      if (truth === undefined) notes.problems.push(problem('bad-boolean', { field, value: text }));
      return truth;
    }
    case 'json':
      return fromJson(text, field, notes);
  }
}

/** The tags in a text: a JSON list, or words between separators. */
export function tagsIn(text: string, separator = '|'): unknown[] {
  const tags = text.split(separator).map((tag) => tag.trim());
  return listIn(text) ?? tags.filter((tag) => tag !== '');
}

/** The JSON list in a text; undefined for any other text. */
function listIn(text: string): unknown[] | undefined {
  if (!text.trimStart().startsWith('[')) return undefined;
  try {
    return JSON.parse(text) as unknown[];
  } catch {
    return undefined;
  }
}

function fromJson(text: string, field: string, notes: RowNotes): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const detail = jsonError(error, text);
    notes.problems.push(problem('bad-json-cell', { field, value: text, detail }));
    return undefined;
  }
  if (isTooDeep(text, value)) {
    notes.problems.push(problem('too-deep', { field }));
    return undefined;
  }
  if (!hasLongNumber(text)) return value;
  notes.hasLongNumbers = true;
  return parseJson(text);
}

/** UNIX seconds without a fraction; undefined, with a note, when the value is not a time in the form of its column. */
export function fromTime(
  value: unknown,
  { field, time, isOrder }: FieldTarget,
  notes: RowNotes,
): number | undefined {
  const seconds = time!.read(value);
  if (Number.isNaN(seconds)) {
    notes.problems.push(
      problem(time!.lacksZone === true ? 'no-zone' : 'bad-time', { field, value }),
    );
    return undefined;
  }
  if (time!.change !== undefined) notes.warnings.push(problem(time!.change, { field, value }));
  const second = Math.floor(seconds);
  if (isOrder === true) notes.fraction = seconds - second;
  return second;
}
