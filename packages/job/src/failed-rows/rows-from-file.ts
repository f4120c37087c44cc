import { type Format, readRows } from '@chatferry/parsers';
import type { Plan, PlanInput } from '@chatferry/planner';
import { filePieces } from '../input/file-pieces.ts';
import { mappingsOf } from '../planning/stored-mappings.ts';
import type { FailedPlaces } from './failed-places.ts';
import type { FailedRow } from './write-rows.ts';

/** Reads the failed rows of an input from its file again. Stops after the last one. */
export async function* rowsFromFile(
  { file, kind, format }: PlanInput,
  source: string,
  plan: Plan,
  places: FailedPlaces,
): AsyncGenerator<FailedRow> {
  const lines = places.linesOf({ file, kind });
  const mapping = mappingsOf(plan)[file]?.[kind];
  const input = {
    file,
    kind,
    format: format as Format,
    bytes: filePieces(source),
    ...(mapping === undefined ? {} : { mapping }),
  };
  let left = lines.size;
  for await (const found of readRows(input)) {
    const reason = lines.get(found.line);
    if (reason === undefined || !('row' in found)) continue;
    yield { row: found.row, reason };
    left--;
    if (left === 0) return;
  }
}
