import { count, counted } from '@chatferry/contract';
import { bytes } from '@chatferry/disk';
import { duration } from '@chatferry/job/planned';
import type { CopyOptions } from '@chatferry/job/media';
import { blocks } from '../screens/bar-lines.ts';
import { headLine } from '../screens/head-line.ts';
import type { Frame } from '../screens/live.ts';
import { percent } from '../screens/percent.ts';
import { firstFitting } from '../screens/text-width.ts';

type CopyProgress = Parameters<NonNullable<CopyOptions['onProgress']>>[0];

/** The progress of a call of `media copy`. */
export interface CopyProgressOfCall {
  readonly startedAt: number;
  latest: CopyProgress | undefined;
}

/** Before this time, a rate and an end are not reliable. */
const MEASURED_MS = 5000;

/** The drawing for a terminal: files and bytes, and the files that were not copied. */
export function copyDrawing(
  { startedAt, latest }: CopyProgressOfCall,
  folder: string,
  { columns, now }: Frame,
): string[] {
  if (latest === undefined) return [];
  const { files, bytes: size, failed, all } = latest;
  const elapsedMs = now - startedAt;
  const isMeasured = elapsedMs >= MEASURED_MS && files + failed > 0;
  const done = files + failed;
  const left = all !== undefined && isMeasured ? (elapsedMs / done) * (all - done) : 0;
  const end = left === 0 ? [] : [`about ${duration(left)} left`];
  const share = all === undefined ? undefined : percent(done, all);
  const parts = [
    ...(all === undefined ? [] : [blocks(all === 0 ? 1 : done / all, columns < 60 ? 6 : 20)]),
    `${count(files)}${all === undefined ? '' : ` of ${count(all)}`} ${files === 1 && all === undefined ? 'file' : 'files'}`,
    bytes(size),
    ...(isMeasured ? [`${bytes((size * 1000) / elapsedMs)}/s`] : []),
  ];
  const head = { title: `copying files to ${folder}`, percent: share, startedAt, now, end };
  return [
    headLine(head, columns),
    firstFitting([parts.join('   '), parts.slice(0, -1).join('   ')], columns),
    ...(failed === 0 ? [] : [`${counted(failed, 'file')} not copied`]),
  ];
}

/** The progress on one line, for logs. */
export function copyLine({ latest }: CopyProgressOfCall): string | undefined {
  if (latest === undefined) return undefined;
  const { files, bytes: size, failed, all } = latest;
  const of = all === undefined ? '' : ` of ${count(all)} (${percent(files + failed, all)})`;
  return `copied ${counted(files, 'file')}${of}, ${bytes(size)}${failed === 0 ? '' : `, ${count(failed)} not copied`}`;
}
