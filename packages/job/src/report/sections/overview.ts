import { placeOf } from '@chatferry/runner';
import { duration } from '../../wording/units.ts';
import type { HandOver } from '../hand-over.ts';
import { html, type Html, type HtmlValue } from '../html.ts';
import { factTable } from '../table.ts';
import { name, time } from '../words.ts';

/** The app, the plan and the times of the migration. */
export function overview(handOver: HandOver): Html {
  const { plan, account, target, version, nowMs } = handOver;
  const { history, requests } = account;
  const after = plan.summary.delta?.after;
  const first = history[0]?.startedAt;
  const last = history.at(-1)?.endedAt;
  return html`<section>
    <h2>What was moved where</h2>
    ${factTable('The move', [
      ['App', target === undefined ? 'not chosen yet' : name(target.appId)],
      ['Where', target === undefined ? undefined : whereText(target)],
      [
        'Plan',
        html`${name(plan.id)}, made ${time(plan.rules.now * 1000)} by chatferry ${plan.version}`,
      ],
      ['After', after === undefined ? undefined : html`the job with the plan ${name(after)}`],
      ['First run began', first === undefined ? undefined : time(first)],
      ['Last run ended', last === undefined ? undefined : time(last)],
      ['Time at work', history.length === 0 ? undefined : workText(history)],
      ['Requests', history.length === 0 ? undefined : requests],
      ['This page', html`written ${time(nowMs)} by chatferry ${version}`],
    ])}
  </section> `;
}

/** Identifies the migration in one line. */
export function subtitle({ plan, target, nowMs }: HandOver): Html {
  const app =
    target === undefined ? undefined : html`App ${name(target.appId)}, ${whereText(target)} · `;
  return html`<p>${app}Plan ${name(plan.id.slice(0, 12))} · As of ${time(nowMs)}</p>`;
}

function whereText(target: NonNullable<HandOver['target']>): HtmlValue {
  const { appId, region, baseUrl } = target;
  if (baseUrl === undefined) return `region ${region ?? 'us'}`;
  return placeOf(target) === `${appId} at this machine`
    ? 'a server on this machine'
    : html`${name(new URL(baseUrl).host)}`;
}

function workText(history: HandOver['account']['history']): string {
  const workMs = history.reduce((sum, run) => sum + run.lastSeenAt - run.startedAt, 0);
  const isExact = history.every(({ endedAt }) => endedAt !== undefined);
  const runs = history.length === 1 ? 'one run' : `${history.length} runs`;
  return `${isExact ? '' : 'at least '}${duration(workMs)} in ${runs}`;
}
