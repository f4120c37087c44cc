import { counted, count, kindsInOrder } from '@chatferry/contract';
import { duration } from '@chatferry/job/planned';
import type { JobState } from '@chatferry/fleet';
import { type Rate, rateAt } from '@chatferry/runner';
import { table } from '../printing/table.ts';

/** The assumed number of records in a request, before a job has made requests. */
const USUAL = 50;

/** The jobs of a store, one a line, then their sums and the notes for the operator. */
export function jobTable(jobs: readonly JobState[], nowMs: number): string[] {
  if (jobs.length === 0) return ['The store has no job for workers.'];
  const rows = jobs.map((job) => rowOf(job, nowMs));
  return [
    ...table([['job', 'app', 'state', 'step', 'settled', 'of', 'left'], ...rows]),
    '',
    sumLine(jobs),
    ...jobs.flatMap(noteLines),
  ];
}

function rowOf(job: JobState, nowMs: number): (string | number)[] {
  const { name, target, step, kind } = job;
  const { planned, settled } = recordsOf(job);
  const left = job.state === 'running' ? remaining(job, nowMs) : '';
  const at = job.state === 'finished' ? '' : `${step}${kind === undefined ? '' : ` ${kind}`}`;
  return [name, target.appId, stateOf(job), at, count(settled), count(planned), left];
}

function stateOf({ state, paused, workers, lacksKey }: JobState): string {
  if (state !== 'running') return state;
  if (paused) return 'paused';
  if (lacksKey) return 'no key';
  return workers.length === 0 ? 'waiting' : 'running';
}

function recordsOf({ planned, counts }: JobState): { planned: number; settled: number } {
  const all = kindsInOrder.reduce((sum, kind) => sum + planned[kind], 0);
  const pending = kindsInOrder.reduce((sum, kind) => sum + counts[kind].pending, 0);
  return { planned: all, settled: all - pending };
}

/** The remaining time at the current rate, with the average records a request so far. */
function remaining(job: JobState, nowMs: number): string {
  const { planned, settled } = recordsOf(job);
  const rate = rateOf(job, nowMs);
  if (rate === 'unlimited' || rate === 0) return '';
  const perRequest = job.requests === 0 || settled === 0 ? USUAL : settled / job.requests;
  return duration(((planned - settled) / perRequest / rate) * 60_000);
}

function rateOf({ askedRate, settings }: JobState, nowMs: number): Rate {
  if (askedRate !== undefined) return askedRate < 0 ? 'unlimited' : askedRate;
  return rateAt(settings.requestsPerMinute, nowMs);
}

function sumLine(jobs: readonly JobState[]): string {
  const totals = jobs.map(recordsOf);
  const settled = totals.reduce((sum, each) => sum + each.settled, 0);
  const planned = totals.reduce((sum, each) => sum + each.planned, 0);
  const requests = jobs.reduce((sum, each) => sum + each.requests, 0);
  const counts = outcomesOf(jobs)
    .filter(([, records]) => records > 0)
    .map(([name, records]) => `${count(records)} ${name}`);
  return `${count(settled)} of ${counted(planned, 'record')} settled in ${counted(requests, 'request')}${counts.length === 0 ? '' : ` = ${counts.join(' + ')}`}.`;
}

function outcomesOf(jobs: readonly JobState[]): readonly (readonly [string, number])[] {
  const names = ['created', 'present', 'failed', 'skipped', 'unresolved'] as const;
  return names.map((name) => [
    name,
    jobs.reduce(
      (sum, { counts }) => sum + kindsInOrder.reduce((all, kind) => all + counts[kind][name], 0),
      0,
    ),
  ]);
}

function noteLines({
  name,
  target,
  state,
  reason,
  lacksKey,
  notes,
  askedRate,
}: JobState): string[] {
  return [
    ...(state === 'stopped' && reason !== undefined
      ? [`${name} stopped: ${reason.message} ${reason.fix}`]
      : []),
    ...(lacksKey
      ? [`${name} waits for a worker that has the key of the app ${target.appId}.`]
      : []),
    ...(state === 'running' && !lacksKey && notes.length > 0
      ? [`${name} was given back: ${notes.join(', ')}.`]
      : []),
    ...(askedRate === undefined
      ? []
      : [
          `${name} has ${askedRate < 0 ? 'no quota' : `a quota of ${counted(askedRate, 'request')} a minute`}, from an earlier rate command.`,
        ]),
  ];
}
