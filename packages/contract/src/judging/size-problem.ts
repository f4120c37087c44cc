import { counted } from '../values/counted.ts';
import { type Kind, kinds } from '../kinds/kinds.ts';
import { limits } from '../service/limits.ts';
import type { Row } from '../values/row.ts';
import { type ProblemCode } from '../problems/problems.ts';
import { type Problem, problem } from '../problems/problem.ts';

/** A record whose wire form has at most this many bytes cannot have a part that is too large. */
export const smallRecordBytes: number = limits.metadataBytes;

/** UTF-8 needs at most three bytes for each UTF-16 unit. */
const SMALL = Math.floor(smallRecordBytes / 3);

/**
 * Finds the problems that only the wire form of a record shows: parts that are too large, and texts that were cut within a character.
 * @param wire the record as `JSON.stringify` writes it
 * @param wellFormed whether the caller knows that no text in the row was cut within a character
 */
export function problemOfWire(
  kind: Kind,
  row: Row,
  wire: string,
  wellFormed = false,
): Problem | undefined {
  if (wire.length <= SMALL && (wellFormed || !mayBeBroken(wire))) return undefined;
  const broken = findBrokenText(row, '');
  if (broken !== undefined) return problem('broken-text', { field: broken });
  const { largest } = kinds[kind];
  if (largest === undefined) return undefined;
  const { field, bytes, code, recordLength = Infinity } = largest;
  return (
    tooLarge(row, field, bytes, code) ??
    (wire.length > recordLength
      ? problem(code, { detail: `${counted(wire.length, 'character')} in all` })
      : undefined)
  );
}

/** JSON.stringify writes an unpaired surrogate as an escape; nothing else in its output looks like one. */
function mayBeBroken(wire: string): boolean {
  return wire.includes(String.raw`\ud`);
}

function tooLarge(row: Row, field: string, limit: number, code: ProblemCode): Problem | undefined {
  if (row[field] === undefined) return undefined;
  const bytes = utf8Length(JSON.stringify(row[field]));
  return bytes > limit ? problem(code, { field, detail: counted(bytes, 'byte') }) : undefined;
}

function utf8Length(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** The path of the first text in `value` with an unpaired surrogate. */
function findBrokenText(value: unknown, path: string): string | undefined {
  if (typeof value === 'string') return value.isWellFormed() ? undefined : path;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    const inside = path === '' ? key : `${path}.${key}`;
    const found = key.isWellFormed() ? findBrokenText(inner, inside) : inside;
    if (found !== undefined) return found;
  }
  return undefined;
}
