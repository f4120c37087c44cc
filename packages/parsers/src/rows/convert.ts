import { hasLongNumber, parseJson, problem } from '@chatferry/contract';
import { isTooDeep } from '../terms/nesting.ts';
import { jsonError } from '../terms/json-error.ts';
import type { RowNotes } from '../terms/row-notes.ts';
import type { FieldTarget } from '../mapping/targets.ts';

const truths: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
  ['1', true],
  ['0', false],
]);

/** The value of a CSV cell that is not empty; undefined, with a note, when the cell has no valid value. */
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
      return text
        .split(tagSeparator)
        .map((tag) => tag.trim())
        .filter((tag) => tag !== '');
    case 'boolean': {
      const truth = truths.get(text.trim().toLowerCase());
      if (truth === undefined) notes.problems.push(problem('bad-boolean', { field, value: text }));
      return truth;
    }
    case 'json':
      return fromJson(text, field, notes);
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
