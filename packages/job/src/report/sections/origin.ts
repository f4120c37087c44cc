import { count, counted, kinds, kindsInOrder } from '@chatferry/contract';
import { bytes } from '@chatferry/disk';
import { changedCompanions, COMPANION_FIX } from '../../folder/companion-files.ts';
import { duration } from '../../wording/units.ts';
import type { HandOver } from '../hand-over.ts';
import { html, type Html, type HtmlValue } from '../html.ts';
import { changedRules, type Rule } from '../rules-in-force.ts';
import { name, time } from '../words.ts';
import { filesFold } from './files.ts';
import { whereText } from './head.ts';
import { inputsFold } from './inputs.ts';
import { rulesFolds } from './rules.ts';

/** Where the records came from, by which rules, and where they went; the long lists are folded. */
export function originSection(handOver: HandOver): Html {
  return html`<section>
    <h2>Where it came from, and where it went</h2>
    <dl class="facts">
      ${factsOf(handOver)
        .filter(([, value]) => value !== undefined)
        .map(
          ([what, value]) =>
            html`<dt>${what}</dt>
              <dd>${value}</dd> `,
        )}
    </dl>
    ${changedCompanions(handOver.plan).map((change) => html`<p>${change} ${COMPANION_FIX}</p> `)}
    <div class="folds">${inputsFold(handOver)}${rulesFolds(handOver)}${filesFold(handOver)}</div>
  </section> `;
}

function factsOf({
  plan,
  account,
  target,
  version,
  nowMs,
}: HandOver): (readonly [string, HtmlValue])[] {
  const { history, requests } = account;
  const after = plan.summary.delta?.after;
  const first = history[0]?.startedAt;
  const last = history.at(-1)?.endedAt;
  const size = plan.inputs.reduce((sum, input) => sum + input.bytes, 0);
  return [
    [
      'Export',
      plan.inputs.length === 0
        ? 'rows that a script made'
        : html`${counted(plan.inputs.length, 'file')}, ${bytes(size)}`,
    ],
    ['Rules', rulesText(changedRules(plan))],
    [
      'Plan',
      html`<code class="hash">${plan.id}</code>, made ${time(plan.rules.now * 1000)} by chatferry
        ${plan.version}`,
    ],
    ['After', after === undefined ? undefined : html`the job with the plan ${name(after)}`],
    [
      'App',
      target === undefined ? 'not chosen yet' : html`${name(target.appId)}, ${whereText(target)}`,
    ],
    ['Routes', history.length === 0 ? undefined : routesText(account, plan.summary)],
    [
      'Time',
      first === undefined
        ? undefined
        : html`from ${time(first)}${last === undefined ? undefined : html` to ${time(last)}`},
          ${workText(history)}, ${counted(requests, 'request')}`,
    ],
    [
      'This page',
      html`written ${time(nowMs)} by chatferry ${version}, from the files of the job folder`,
    ],
  ];
}

/** The rules with another value than the default. */
function rulesText(changed: readonly Rule[]): HtmlValue {
  return changed.length === 0
    ? 'all have their defaults'
    : [
        ...changed.map(({ setting, value }, index) => [
          index === 0 ? '' : ' · ',
          name(`${setting}: ${value}`),
        ]),
        ' · all others have their defaults',
      ];
}

/** How each kind was sent: in batches, or one record a request. */
function routesText(
  { sentByChat }: HandOver['account'],
  summary: HandOver['plan']['summary'],
): string {
  const sent = kindsInOrder.filter((kind) => summary.kinds[kind].planned > 0);
  const isLive = (kind: (typeof sent)[number]): boolean =>
    kinds[kind].routes.import === undefined || sentByChat.has(kind);
  const names = (of: typeof sent): string => of.map((kind) => kinds[kind].nouns[1]).join(', ');
  const [batched, live] = [sent.filter((kind) => !isLive(kind)), sent.filter(isLive)];
  return [
    ...(batched.length === 0 ? [] : [`${names(batched)} through the import endpoints`]),
    ...(live.length === 0 ? [] : [`${names(live)} one by one through the chat API`]),
  ].join('; ');
}

function workText(history: HandOver['account']['history']): string {
  const workMs = history.reduce((sum, run) => sum + run.lastSeenAt - run.startedAt, 0);
  const isExact = history.every(({ endedAt }) => endedAt !== undefined);
  const runs = history.length === 1 ? 'one run' : `${count(history.length)} runs`;
  return `${isExact ? '' : 'at least '}${duration(workMs)} in ${runs}`;
}
