import { count, counted, type Kind, kinds } from '@chatferry/contract';
import {
  clipped,
  codeName,
  type Explanation,
  html,
  type Html,
  type HtmlValue,
  isKnown,
  kindNamed,
  localMinute,
  name,
  place,
  type RecordState,
  sentence,
} from '@chatferry/job/viewing';
import { comparisonOf } from './compared.ts';
import { conversationLink } from './conversations.ts';
import { countNote, valuesOf } from './differences.ts';
import { type Page, waitingFor } from './layout.ts';
import { jobNow } from './job-now.ts';
import type { PageContext } from './page-context.ts';
import { rowAndRecord } from './row-and-record.ts';
import { written } from './written.ts';

const MOST = 16_000;
const DEPENDENTS = 50;

/** The explanation of a record. The server reads it before the page is made. */
export type Explained = Explanation | undefined;

export function recordPage(context: PageContext, explained: Explained): Page {
  const [, kind, id] = context.address.path;
  if (kind === undefined || id === undefined)
    return {
      title: 'Find a record',
      body: html`<h1>Find a record</h1>
        <p class="lead">
          Any id, old or new: of a user, a group, a message or anything else. Names of users and
          groups are found by their beginning.
        </p>
        <form action="${context.link(['search'])}" method="get" class="wide-search">
          <label>Id or name <input type="search" name="q" autocomplete="off" /></label>
          <button>Find</button>
        </form>
        ${context.reader.index === undefined ? waitingFor(context.indexing) : undefined}`,
    };
  const title = `${kind}:${clipped(id)}`;
  if (explained === undefined || !isKnown(explained))
    return {
      title: `${title} is not known`,
      status: 404,
      body: html`<h1><code>${title}</code></h1>
        <p class="lead">
          It is not in the plan, not among the rejected rows, and did not land in a job before this
          one.
        </p>`,
    };
  const { planned, rejects, landedBefore } = explained;
  const body = html`<h1><code>${title}</code></h1>
    <p class="lead">${stateText(explained)}${differsText(context, explained)}</p>
    <div class="record">
      <div class="sides">
        ${
          rejects.length === 0
            ? undefined
            : html`<section>
                <h2>${rejects.length === 1 ? 'Rejected row' : 'Rejected rows'}</h2>
                ${rejects.map(
                  (reject) =>
                    html`<p class="soft">${place(reject.file, reject.line)}</p>
                      <p>${sentence(reject.message)} ${sentence(reject.fix)}</p>
                      <pre tabindex="0"><code>${written(reject.row, MOST)}</code></pre>`,
                )}
              </section>`
        }
        ${planned === undefined ? undefined : rowAndRecord(context, planned)}
      </div>
      <section>
        <h2>What happened to it</h2>
        <ol class="steps">
          ${landedBefore === true ? step('Landed in a job before this one', undefined) : undefined}
          ${rejects.map((reject) => step('Rejected', html`${reject.code} at ${place(reject.file, reject.line)}. <a href="${context.link(['problems'], { cause: reject.cause })}">The cause</a>`))}
          ${planned === undefined ? undefined : plannedSteps(context, explained.kind, planned)}
        </ol>
      </section>
    </div>`;
  return { title, body };
}

function step(what: HtmlValue, about: HtmlValue): Html {
  return html`<li>
    <b>${what}</b>${about === undefined ? undefined : html`<span class="soft">${about}</span>`}
  </li> `;
}

type Planned = NonNullable<Explanation['planned']>;

function plannedSteps(context: PageContext, kind: Kind, planned: Planned): HtmlValue[] {
  const { reader, timeZone, link } = context;
  const { story, batch, lane, parts, removal, id } = planned;
  const at = (ms: number): string => localMinute(ms, timeZone);
  const found = reader.find(kind, id);
  const talk = found === undefined ? undefined : conversationLink(context, found);
  const differences = reader.differencesOf({ kind, id });
  return [
    step(
      'Planned',
      html`${at(reader.plan.rules.now * 1000)}, batch ${count(batch)} of lane
      ${lane}${parts === undefined ? '' : `, one of ${parts.length} parts of a text`}`,
    ),
    ...(story?.troubles ?? []).map((trouble) =>
      step(
        'Sent, no good answer',
        html`${at(trouble.at)}, ${codeName(trouble.code)}, ${counted(trouble.records, 'record')} in
        the request`,
      ),
    ),
    story === undefined
      ? step('Not sent yet', undefined)
      : step(outcomeText(story.outcome), outcomeNote(story)),
    ...differences.map((line) =>
      step(
        line.field === '' ? 'Not there once' : `Differs in ${line.field}`,
        line.field === '' ? countNote(line) : valuesOf(line),
      ),
    ),
    ...comparedStep(context, kind, story?.outcome, differences.length),
    removal === undefined ? undefined : step('Undo', JSON.stringify(removal)),
    talk === undefined
      ? undefined
      : step('In its conversation', html`<a href="${talk}">Show it there</a>`),
    kind === 'users'
      ? step(
          'Conversations',
          html`<a href="${link(['conversations'], { of: id })}">Those of this user</a>`,
        )
      : undefined,
    kind === 'groups'
      ? step(
          'Conversation',
          html`<a href="${link(['conversations'], { of: id })}">That of this group</a>`,
        )
      : undefined,
    dependents(context, kind, id),
  ];
}

function comparedStep(
  context: PageContext,
  kind: Kind,
  outcome: RecordState['outcome'] | undefined,
  differences: number,
): Html[] {
  const found =
    outcome === undefined || differences > 0 ? undefined : comparisonOf(context, kind, outcome);
  if (found === undefined) return [];
  const [at] = jobNow(context).conclusion.proved.filter(({ step: each }) => each === 'Compared');
  return found === 'same' ? [step('Compared: same', at?.text)] : [step('Not compared', undefined)];
}

const outcomeWords: Readonly<Record<string, string>> = {
  created: 'Stored: the service reported it',
  present: 'Present: the app held it when it was sent',
  failed: 'Refused by the service',
  skipped: 'Skipped: a record that it needs did not land',
  unresolved: 'Sent; it is not known whether it is stored',
  pending: 'Not sent yet',
};

function outcomeText(outcome: string): string {
  return outcomeWords[outcome] ?? outcome;
}

function outcomeNote({
  outcome,
  presentByThisJob,
  compared,
  trouble,
  cause,
  attempts,
}: NonNullable<Planned['story']>): HtmlValue {
  return [
    attempts === 0 ? '' : `Sent in ${counted(attempts, 'request')}. `,
    outcome === 'present' && presentByThisJob
      ? 'An earlier request of this job had stored it. '
      : '',
    compared === undefined
      ? ''
      : compared === 'not-compared'
        ? 'Not compared. '
        : `Compared: ${compared}. `,
    cause === undefined ? '' : html`Needs ${name(cause)}. `,
    trouble === undefined ? '' : html`${codeName(trouble.code)}: ${written(trouble.message, 400)}`,
  ];
}

/** The records that depend on a message. */
function dependents({ reader }: PageContext, kind: Kind, id: string): Html | undefined {
  if (kind !== 'messages' && kind !== 'replies') return undefined;
  const found = (reader.index?.about(id, DEPENDENTS) ?? [])
    .map((each) => reader.record(each))
    .filter(({ record }) => record['muid'] === id);
  if (found.length === 0) return undefined;
  const byKind = [...Map.groupBy(found, (each) => each.kind)];
  return step(
    `${counted(found.length, 'record depends', 'records depend')} on it`,
    byKind.map(([each, those]) => counted(those.length, ...kinds[each].nouns)).join(', '),
  );
}

/** The fields in which the service has another value. */
function differsText({ reader }: PageContext, { kind, planned }: Explanation): string {
  const found = planned === undefined ? [] : reader.differencesOf({ kind, id: planned.id });
  const fields = found.flatMap(({ field }) => (field === '' ? [] : [field]));
  if (found.length === 0) return '';
  return fields.length === 0 ? ` ${countNote(found[0]!)}` : ` It differs in ${fields.join(', ')}.`;
}

function stateText({ planned, rejects }: Explanation): HtmlValue {
  if (planned === undefined)
    return rejects.length === 0
      ? 'It landed in a job before this one.'
      : 'Its row cannot become a record, and is not sent.';
  return planned.story === undefined
    ? 'Planned, and not sent yet.'
    : `${outcomeText(planned.story.outcome)}.`;
}

/** The kind and the id in a search: `users:ada`, or an id of any kind. */
export function searched(text: string): { readonly kind: Kind | undefined; readonly id: string } {
  const colon = text.indexOf(':');
  const kind = colon < 0 ? undefined : kindNamed(text.slice(0, colon));
  return kind === undefined ? { kind: undefined, id: text } : { kind, id: text.slice(colon + 1) };
}
