import type { Kind } from '@chatferry/contract';
import { headLine } from '../screens/head-line.ts';
import type { Frame } from '../screens/live.ts';

/** The drawing while an undo reads the app. */
export function undoReading(
  kind: Kind,
  { title, startedAt, frame }: { title: string; startedAt: number; frame: Frame },
): string[] {
  const head = { title, percent: undefined, startedAt, now: frame.now, end: [] };
  return [headLine(head, frame.columns), undoReadingLine(kind)];
}

/** The same on one line, for logs. */
export function undoReadingLine(kind: Kind): string {
  return `reading the ${kind} of the app`;
}
