import type { FileRow, Format, KindMapping } from '@chatferry/parsers';
import type { Plan, PlanInput } from '@chatferry/planner';
import { filePieces } from '../input/file-pieces.ts';
import { mappingsOfInput } from '../planning/stored-mappings.ts';
import type { FailedPlaces } from './failed-places.ts';
import { withoutSecrets } from './without-secrets.ts';
import type { FailedRow } from './write-rows.ts';

/**
 * Reads the failed rows of an input from its file again. Stops after the last failed row.
 *
 * @param source the path of the file
 */
export async function* rowsFromFile(
  input: PlanInput,
  source: string,
  plan: Plan,
  places: FailedPlaces,
): AsyncGenerator<FailedRow> {
  const lines = places.linesOf(input);
  const mappings = mappingsOfInput(plan, input);
  let left = lines.size;
  for await (const found of await rowsOf(input, source, plan)) {
    const reason = lines.get(found.line);
    if (reason === undefined || !('row' in found)) continue;
    yield { row: withoutSecrets(found.row, input.kind, mappings), reason };
    left--;
    if (left === 0) return;
  }
}

/**
 * Whether the line of each failed row finds the row, and the row is complete. Lines do not find rows that share a line, as in JSON
 * without line breaks. Rows that are parts of other rows are not complete.
 */
export async function areRowsOfLines(
  input: PlanInput,
  source: string,
  plan: Plan,
  places: FailedPlaces,
): Promise<boolean> {
  if (await readsAround(mappingsOfInput(plan, input))) return false;
  if (input.format !== 'json') return true;
  const lines = places.linesOf(input);
  let before = 0;
  for await (const { line } of await rowsOf(input, source, plan)) {
    if (line === before && lines.has(line)) return false;
    before = line;
  }
  return true;
}

/** Whether rows are read together with their surroundings, so that they are not complete alone. */
async function readsAround(mappings: readonly KindMapping[]): Promise<boolean> {
  const { readsFilePath } = await import('@chatferry/parsers');
  return mappings.some(
    (each) => each.rows !== undefined || each.nested !== undefined || readsFilePath(each),
  );
}

async function rowsOf(
  input: PlanInput,
  source: string,
  plan: Plan,
): Promise<AsyncGenerator<FileRow>> {
  const { readRows } = await import('@chatferry/parsers');
  // Several mappings of a kind read the same rows.
  const { file, kind, format } = input;
  const mapping = mappingsOfInput(plan, input)[0] ?? {};
  return readRows({ file, kind, format: format as Format, bytes: filePieces(source), mapping });
}
