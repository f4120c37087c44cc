import { fields, type InputKind, kinds } from '@chatferry/contract';
import type { Column } from '../columns/column.ts';
import { fieldPatterns } from './field-patterns.ts';
import { hasConcept, nameFit } from './name-fit.ts';
import type { References } from './references.ts';
import { valueFit } from './value-fit.ts';
import { valueOnly } from './value-only.ts';

/** A column that is taken for a field. */
export interface FieldMatch {
  readonly column: Column;
  readonly field: string;
  /** From 0 to 1. */
  readonly score: number;
  /** What speaks for it, as a part of a sentence. */
  readonly reason: string;
}

/** Scores from which a match is written as a line that counts, and as a proposal. */
export const SURE = 0.78;
const LIKELY = 0.42;

/** A better match has to lead by this much to be certain. */
const MARGIN = 0.03;

/**
 * Finds the field of each column: the best pairs first, each column and each field once. A field for which two columns
 * fit equally well is a proposal only.
 */
export function matchFields(
  kind: InputKind,
  columns: readonly Column[],
  references: References,
): FieldMatch[] {
  const candidates = Object.keys(fieldPatterns[kind] ?? {})
    .flatMap((field) => columns.map((column) => matchOf(kind, field, column, columns, references)))
    .filter(({ score }) => score >= LIKELY)
    .toSorted((one, other) => other.score - one.score);
  const matches: FieldMatch[] = ownForm(kind, columns);
  for (const match of candidates) {
    if (matches.some(({ column, field }) => column === match.column || field === match.field))
      continue;
    const rival = candidates.find(
      (each) =>
        each.field === match.field &&
        each.column !== match.column &&
        match.score - each.score < MARGIN &&
        !matches.some(({ column }) => column === each.column),
    );
    const isTied = rival !== undefined && match.score >= SURE;
    matches.push(
      isTied
        ? {
            ...match,
            score: SURE - 0.01,
            reason: `${match.reason}; ${rival.column.name} fits as well`,
          }
        : match,
    );
  }
  return matches;
}

/** The columns of a file that is already in the form of the service, whatever is wrong with single values. */
function ownForm(kind: InputKind, columns: readonly Column[]): FieldMatch[] {
  const own = columns.filter(
    ({ name, root }) =>
      root !== undefined && Object.hasOwn(fields[kind], name.split(/[.[]/, 1)[0]!),
  );
  const isOwn =
    own.some(({ name }) => name === kinds[kind].key || name === 'guid') &&
    own.length >= columns.filter(({ root }) => root !== undefined).length * 0.6;
  return isOwn ? own.map((column) => ({ column, field: column.name, score: 1, reason: '' })) : [];
}

function matchOf(
  kind: InputKind,
  field: string,
  column: Column,
  columns: readonly Column[],
  references: References,
): FieldMatch {
  const none = { column, field, score: 0, reason: '' };
  if (hasConcept(column.label, 'secret') || (column.isRepeated && !isListField(field))) return none;
  const fit = valueFit(kind, field, column.facts);
  if (fit === 0) return none;
  const named = nameFit(kind, field, column.label);
  const reference = references.evidenceFor(kind, field, column);
  // A value of the parent, such as the id of the room that a message is in, is used where the row itself has none.
  const distance = column.root === undefined ? 0.04 : 0;
  if (named > 0) {
    const weighed = 0.7 * named + 0.3 * fit + reference.score - distance;
    const score = reference.isStrong === true ? Math.max(weighed, SURE) : weighed;
    return { column, field, score, reason: reference.reason ?? 'its name and its values fit' };
  }
  const { score, reason } = valueOnly(kind, field, column, columns, reference);
  return { column, field, score: score - distance, reason };
}

function isListField(field: string): boolean {
  return field === 'tags' || field.startsWith('data.attachments');
}
