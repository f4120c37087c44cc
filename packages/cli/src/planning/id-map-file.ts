import type { Plan } from '@chatferry/planner';
import { LinesFile } from '../job/lines-file.ts';
import { csvLine } from '../printing/csv-line.ts';

/** Writes `id-map.csv`, one line for each id that had to be changed; no file when none had. */
export function writeIdMap(plan: Plan, path: string): void {
  using file = new LinesFile(path);
  for (const { kind, legacy, service } of plan.idMap()) {
    if (file.lines === 0) file.write('kind,legacy_id,service_id');
    file.write(csvLine([kind, legacy, service]));
  }
  if (file.lines > 0) file.finish();
}
