import { count, kindsInOrder, type Kind } from '@chatferry/contract';
import { type VerifyEvent, VerifyProgress } from '@chatferry/job/planned';
import type { Rate } from '@chatferry/runner';
import { type Bar, barLines } from '../screens/bar-lines.ts';
import { doneAbout } from '../screens/clock-text.ts';
import { headLine } from '../screens/head-line.ts';
import type { Frame } from '../screens/live.ts';
import { paceTexts } from '../screens/pace-text.ts';
import { percent } from '../screens/percent.ts';
import { rateLine } from '../screens/rate-line.ts';
import { firstFitting } from '../screens/text-width.ts';

type Found = VerifyEvent['found'][Kind];

/** The drawing for a terminal: a line with the end, a bar for each kind, the rates, and the differences so far. */
export function verifyDrawing(
  progress: VerifyProgress,
  quota: Rate,
  title: string,
  { now, columns }: Frame,
): string[] {
  if (progress.latest === undefined) return [];
  const { kinds, found } = progress.latest;
  const bars = kinds.map(({ kind, planned }, index): Bar => {
    const note = noteOf(kind, progress.latest!);
    return {
      name: kind,
      done: progress.doneOf(index),
      planned,
      note: note === undefined ? undefined : [note, note],
    };
  });
  return [
    headLine(
      {
        title,
        percent: percent(progress.done, progress.planned),
        startedAt: progress.startedAt,
        now,
        end: endTexts(progress, quota, now),
      },
      columns,
    ),
    ...barLines(bars, columns),
    ...foundLines(found, columns),
    rateLine(progress.rates(now, quota), columns),
  ];
}

/** The progress on one line, for logs. */
export function verifyLine(progress: VerifyProgress, quota: Rate, now: number): string | undefined {
  if (progress.latest === undefined) return undefined;
  const { kind, kinds, found, planned, step } = progress.latest;
  const done = progress.doneOf(kinds.findIndex((each) => each.kind === kind));
  const { requestsPerMinute } = progress.rates(now, quota);
  return [
    `${step} ${kind} ${count(done)} of ${count(planned)} (${percent(done, planned)})`,
    ...(step === 'comparing' || found[kind] !== undefined ? [foundText(found[kind])] : []),
    `all ${percent(progress.done, progress.planned)}`,
    paceTexts(requestsPerMinute, quota)[0],
    ...endTexts(progress, quota, now),
  ].join(', ');
}

function endTexts(progress: VerifyProgress, quota: Rate, now: number): string[] {
  const remainingMs = progress.remainingMs(now, quota);
  return remainingMs === undefined ? [] : [doneAbout(now + remainingMs, now)];
}

/** The note after the bar of a kind. Reading includes records that are not in the plan, so their number may exceed the planned number. */
function noteOf(kind: Kind, latest: VerifyEvent): string | undefined {
  const { kinds, step, records, planned, found } = latest;
  const order = kinds.map((each) => each.kind);
  if (found[kind] !== undefined) return foundText(found[kind]);
  if (order.indexOf(kind) < order.indexOf(latest.kind)) return 'all same';
  if (kind !== latest.kind) return undefined;
  return step === 'reading' && records > planned ? `reading, ${count(records)} held` : step;
}

/** Such as `2 differ, 1 missing`. */
function foundText(found: Found): string {
  const { different = 0, missing = 0, doubled = 0 } = found ?? {};
  const parts = [
    ...(different === 0 ? [] : [`${count(different)} ${different === 1 ? 'differs' : 'differ'}`]),
    ...(missing === 0 ? [] : [`${count(missing)} missing`]),
    ...(doubled === 0 ? [] : [`${count(doubled)} doubled`]),
  ];
  return parts.length === 0 ? 'all same' : parts.join(', ');
}

/** The differences so far by kind, each with an example. */
function foundLines(found: VerifyEvent['found'], columns: number): string[] {
  return kindsInOrder.flatMap((kind) => {
    const of = found[kind];
    if (of === undefined) return [];
    const text = `${kind} so far: ${foundText(of)}`;
    const { field, records, examples } = of.field ?? { field: '', records: 0, examples: [] };
    const [example] = examples;
    const fields = `${text}; ${field} in ${count(records)}`;
    const place = example && `${fields}, such as ${example.id} (${example.file}:${example.line})`;
    return [firstFitting([...(place === undefined ? [] : [place, fields]), text], columns)];
  });
}
