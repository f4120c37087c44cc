import { folderStamps, type HandOver, handOverOf } from '@chatferry/job/viewing';
import { jobHolder } from '@chatferry/runner';
import type { PageContext } from './page-context.ts';

const ofPage = new WeakMap<object, HandOver>();

/** The present content of the report. It is read again when another process works on the job, or a file of the job has changed. */
export function jobNow(context: PageContext): HandOver {
  const { job, reader, next, nowMs, timeZone, version, latest } = context;
  const known = ofPage.get(reader);
  if (known !== undefined) return known;
  const holder = jobHolder(job.path);
  const stamp = JSON.stringify([holder, folderStamps(job.path)]);
  if (latest.statement === undefined || latest.stamp !== stamp) {
    latest.statement = handOverOf(job, reader.plan, { holder, next, nowMs, timeZone, version });
    latest.stamp = stamp;
  }
  // The plan of an earlier page is closed.
  const now = { ...latest.statement, plan: reader.plan, nowMs };
  ofPage.set(reader, now);
  return now;
}
