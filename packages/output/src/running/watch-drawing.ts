import { waitCommands } from './wait-lines.ts';
import { duration, type RunProgress, type WholeJobStatus } from '@chatferry/job/planned';
import type { NextCommand } from '../printing/next-command.ts';
import { clockMinute } from '../screens/clock-text.ts';
import { jobTitle } from '../screens/job-title.ts';
import type { Frame } from '../screens/live.ts';
import { firstFitting } from '../screens/text-width.ts';
import { runDrawing } from './run-drawing.ts';

/** The drawing of a run in another process, and that process. */
export function watchDrawing(
  {
    holder,
    target,
    lastChangeAt,
    progress,
  }: Pick<WholeJobStatus, 'holder' | 'target' | 'lastChangeAt'> & {
    readonly progress: RunProgress;
  },
  job: string,
  next: NextCommand,
  frame: Frame,
): string[] {
  const about = { title: jobTitle(job, '→', target), ...waitCommands(next) };
  return [...runDrawing(progress, about, frame), ...processLine()];

  function processLine(): string[] {
    if (holder === undefined) return [];
    const { pid, host, since } = holder;
    const short = `process ${pid} on ${host}, since ${clockMinute(since)}`;
    const ago = lastChangeAt === undefined ? '' : duration(frame.now - lastChangeAt);
    return [
      firstFitting(
        [...(ago === '' ? [] : [`${short}; last change ${ago} ago`]), short],
        frame.columns,
      ),
    ];
  }
}
