import { count, counted, printable } from '@chatferry/contract';
import { bytes } from '@chatferry/disk';
import { duration } from '@chatferry/job/planned';
import type { PlanningProgress } from '@chatferry/job/planning';
import { blocks } from '../screens/bar-lines.ts';
import { headLine } from '../screens/head-line.ts';
import type { Frame } from '../screens/live.ts';
import { percent } from '../screens/percent.ts';
import { shortNumber } from '../screens/rate-line.ts';
import { firstFitting } from '../screens/text-width.ts';

type Reading = Extract<PlanningProgress, { step: 'reading' }>;

/** Before this time, a rate and an end are not reliable. */
const MEASURED_MS = 2000;

/** The drawing for a terminal: the file or kind in progress, how far planning is, and the rows so far. */
export function planningDrawing(
  progress: PlanningProgress,
  startedAt: number,
  { columns, now }: Frame,
): string[] {
  if (progress.step === 'batching') {
    const { kind, done, total } = progress;
    const title = `writing the requests of ${kind}`;
    return [
      headLine({ title, percent: percent(done, total), startedAt, now, end: [] }, columns),
      `${blocks(done / total, columns < 60 ? 6 : 20)}   ${count(done)} of ${counted(total, 'record')}`,
    ];
  }
  const { file, source, sources, bytes: read, ofBytes, allRows } = progress;
  const name = printable(file);
  const place = sources === 1 ? '' : `, file ${source} of ${sources}`;
  const hasBytes = ofBytes > 0;
  const head = {
    title: `reading ${name}${place}`,
    percent: hasBytes ? percent(read, ofBytes) : undefined,
    startedAt,
    now,
    end: hasBytes ? leftText(progress, now - startedAt) : [],
  };
  const first = headLine(head, columns);
  const losses = lossTexts(progress);
  const [rows, short] = [losses, losses.slice(0, 1)].map((each) =>
    [counted(allRows, 'row'), ...each].join(', '),
  ) as [string, string];
  const done = [
    ...(hasBytes ? [blocks(read / ofBytes, columns < 100 ? 20 : 36), bytesText(progress)] : []),
    ...(now - startedAt < MEASURED_MS
      ? []
      : [`${shortNumber((allRows * 1000) / (now - startedAt))} rows/s`]),
  ].join('   ');
  return columns < 60
    ? [first, `${name}, ${source} of ${sources}`, firstFitting([rows, short], columns)]
    : [first, ...(done === '' ? [] : [done]), firstFitting([`so far: ${rows}`, rows], columns)];
}

/** The progress on one line, for logs. */
export function planningLine(progress: PlanningProgress): string {
  if (progress.step === 'batching') {
    const { kind, done, total } = progress;
    return `writing the requests of ${kind}: ${count(done)} of ${count(total)} (${percent(done, total)})`;
  }
  const { file, ofBytes, bytes: read, allRows } = progress;
  return [
    `reading ${printable(file)}${ofBytes === 0 ? '' : ` ${bytesText(progress)} (${percent(read, ofBytes)})`}`,
    counted(allRows, 'row'),
    ...lossTexts(progress),
  ].join(', ');
}

/** The rows so far that result in no record of their own. */
function lossTexts({ rejected, merged }: Reading): string[] {
  return [
    ...(rejected === 0 ? [] : [`${count(rejected)} rejected`]),
    ...(merged === 0 ? [] : [`${count(merged)} merged`]),
  ];
}

function bytesText({ bytes: read, ofBytes }: Reading): string {
  return `${bytes(read)} of ${bytes(ofBytes)}`;
}

/** The remaining time of reading; the time of the steps after it is not known. */
function leftText({ bytes: read, ofBytes }: Reading, elapsedMs: number): string[] {
  if (elapsedMs < MEASURED_MS || read === 0 || read >= ofBytes) return [];
  return [`about ${duration((elapsedMs / read) * (ofBytes - read))} left`];
}
