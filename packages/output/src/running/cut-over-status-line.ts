import { type CutOver, duration, utcMinute, utcSecond } from '@chatferry/job/planned';
import { seconds, thawText } from './follow-texts.ts';

/** The state of a cut-over, and where people can write. */
export function cutOverStatusLine(cutOver: CutOver, nowMs: number): string {
  return `Cut-over: ${cutOver.state}. ${textOf(cutOver, nowMs)}`;
}

/** A time of the last day is printed without its date. */
const DAY_MS = 24 * 60 * 60_000;

function textOf(cutOver: CutOver, nowMs: number): string {
  const { state, frozenAt, openedAt, since = nowMs } = cutOver;
  const at = (ms: number): string =>
    nowMs - ms < DAY_MS
      ? `${utcSecond(ms)} UTC, ${duration(nowMs - ms)} ago`
      : `${utcMinute(ms)} UTC, ${duration(nowMs - ms)} ago`;
  if (state === 'following' || state === 'armed') return beforeText(cutOver, at(since));
  if (openedAt !== undefined) return `The app was opened at ${at(openedAt)}.`;
  const closed = `The legacy system was closed for writing at ${at(frozenAt!)}.`;
  if (state === 'freezing')
    return `Closing the legacy system for writing began at ${at(frozenAt!)}.`;
  if (state === 'opening') return `${closed} The app may be open already.`;
  return state === 'thawing' ? `${closed} The legacy system may be open again already.` : closed;
}

/** The text before the freeze, and after the legacy system was opened again. */
function beforeText({ state, round, notArmed, why }: CutOver, at: string): string {
  if (why !== undefined) return `The legacy system was opened again at ${at}. ${thawText(why)}`;
  const took = round === undefined ? '' : seconds(round.ms);
  if (state === 'armed') return `The last round took ${took} and ended at ${at}.`;
  return notArmed === 'differs'
    ? `It was not armed at ${at}, because records are not in the app as planned.`
    : `It was not armed at ${at}, because a round took ${took} and may take ${seconds(round!.mostMs)}.`;
}
