import { type CutOverStatus, duration, utcSecond } from '@chatferry/job/planned';

/** Where people can write. */
export function cutOverStatusLine(cutOver: CutOverStatus, nowMs: number): string {
  return `Cut-over: ${cutOver.state}. ${whereText(cutOver, nowMs)}`;
}

function whereText({ state, frozenAt, openedAt }: CutOverStatus, nowMs: number): string {
  const at = (ms: number): string => `${utcSecond(ms)} UTC, ${duration(nowMs - ms)} ago`;
  if (openedAt !== undefined) return `The app was opened at ${at(openedAt)}.`;
  const closed = `The legacy system was closed for writing at ${at(frozenAt)}.`;
  if (state === 'freezing')
    return `Closing the legacy system for writing began at ${at(frozenAt)}.`;
  if (state === 'opening') return `${closed} The app may be open already.`;
  return state === 'thawing' ? `${closed} The legacy system may be open again already.` : closed;
}
