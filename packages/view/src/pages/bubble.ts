import type { Row } from '@chatferry/contract';
import {
  html,
  type Html,
  type HtmlValue,
  name,
  type RecordState,
  type ViewedRecord,
} from '@chatferry/job/viewing';
import { comparisonOf } from './compared.ts';
import { messageItem, parentOf, quoted } from './message-item.ts';
import type { PageContext } from './page-context.ts';
import { written } from './written.ts';

const REACTIONS = 200;

/** The state that is shown of each message: the plan, the ledger, or a verification. */
export const views = ['planned', 'sent', 'compared'] as const;
export type View = (typeof views)[number];

/** A message in its conversation; `at` is in UNIX seconds, 0 without a time. */
export type Message = ViewedRecord & { readonly n: number; readonly at: number };

/** A message with its sender, its time, the message that it replies to, its files and its reactions. */
export function bubble(
  context: PageContext,
  message: Message,
  view: View,
  state: RecordState | undefined,
): Html {
  const { link, timeZone } = context;
  const { id, record, at } = message;
  const parent = parentOf(record);
  return messageItem({
    n: message.n,
    sender: nameOfSender(context, record),
    at,
    timeZone,
    parent: parent === undefined ? undefined : quote(context, parent),
    record,
    nameOf: (uid) => context.reader.nameOf('users', uid),
    after: html`<p class="after">
        ${markOf(context, message, view, state)}
        <a href="${link(['record', message.kind, id])}">Record</a>
      </p>
      ${reactionsTo(context, id)}`,
  });
}

function nameOfSender({ reader }: PageContext, { sender }: Row): string | undefined {
  return typeof sender === 'string' ? reader.nameOf('users', sender) : undefined;
}

/** The message to which a message replies. */
function quote(context: PageContext, muid: string): Html {
  const found = context.reader.find('messages', muid);
  if (found === undefined)
    return html`<blockquote>A message that is not in the plan: ${name(muid)}</blockquote>`;
  return quoted(nameOfSender(context, found.record), found.record);
}

function reactionsTo({ reader }: PageContext, muid: string): Html | undefined {
  const places = reader.index?.about(muid, REACTIONS) ?? [];
  const found = places
    .map((place) => reader.record(place))
    .filter(({ kind, record }) => kind === 'reactions' && record['muid'] === muid);
  if (found.length === 0) return undefined;
  const byReaction = Map.groupBy(found, ({ record }) => String(record['reaction']));
  return html`<ul class="reactions" aria-label="Reactions">
    ${[...byReaction].map(([reaction, those]) => html`<li>${written(reaction, 40)} ${those.length}</li> `)}
  </ul>`;
}

const outcomes: Readonly<Record<RecordState['outcome'], string>> = {
  created: '✓ stored',
  present: '✓ stored, was there',
  failed: '✕ refused',
  skipped: '– skipped',
  unresolved: '? not known',
  pending: '○ not sent yet',
};

function markOf(
  context: PageContext,
  message: Message,
  view: View,
  state: RecordState | undefined,
): HtmlValue {
  const { reader, link } = context;
  if (view === 'planned' || state === undefined) return undefined;
  const code = state.code === undefined ? '' : `: ${state.code}`;
  const sent = html`<span class="is-${state.outcome}">${outcomes[state.outcome]}${code}</span>`;
  if (view === 'sent') return sent;
  const differences = reader.differencesOf(message);
  const compared = comparisonOf(context, message.kind, state.outcome);
  if (differences.length === 0)
    return html`<span class="is-${state.outcome}"
      >${outcomes[state.outcome]}${code}${compared === undefined ? '' : `, ${compared}`}</span
    >`;
  const fields = differences.map(({ field }) => (field === '' ? 'missing' : field)).join(', ');
  return html`<span class="is-failed">≠ differs: ${fields}</span>
    <a href="${link(['record', message.kind, message.id])}">Compare</a>`;
}
