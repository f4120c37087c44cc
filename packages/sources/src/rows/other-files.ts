import type { ExportRows } from './export-rows.ts';

/** Lists a file of an export that is not read at all. @param file as `placeOf` names it */
export function leaveOutFile(file: string, reason: string, out: ExportRows): void {
  out.count('other files');
  out.leaveOut('other files', reason, { file, line: 1 }, {});
}
