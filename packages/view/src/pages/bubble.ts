import { count, type Row } from '@chatferry/contract';
import {
  html,
  type Html,
  type HtmlValue,
  localMinute,
  name,
  type RecordState,
  type ViewedRecord,
} from '@chatferry/job/viewing';
import type { PageContext } from './page-context.ts';
import { firstLine, written } from './written.ts';

const REACTIONS = 200;

/** What is shown of each message: the plan, what the ledger knows, what a verification found. */
export const views = ['planned', 'sent', 'compared'] as const;
export type View = (typeof views)[number];

/** A message in its conversation; `at` is in UNIX seconds, 0 without a time. */
export type Message = ViewedRecord & { readonly n: number; readonly at: number };

interface Data {
  readonly text?: unknown;
  readonly attachments?: readonly Attachment[];
  readonly metadata?: Readonly<Record<string, unknown>>;
}

interface Attachment {
  readonly url?: string;
  readonly name?: string;
  readonly mimeType?: string;
  readonly extension?: string;
  readonly size?: number;
}

/** A message with its sender, its time, what it replies to, its files and the reactions to it. */
export function bubble(
  context: PageContext,
  message: Message,
  view: View,
  state: RecordState | undefined,
): Html {
  const { reader, link, timeZone } = context;
  const { id, record, at } = message;
  const {
    sender,
    data = {},
    type,
    category,
  } = record as {
    sender?: string;
    data?: Data;
    type?: string;
    category?: string;
  };
  const parent = data.metadata?.['parentMuid'] ?? record['parent'];
  const time = at === 0 ? undefined : new Date(at * 1000);
  return html`<li value="${message.n}">
    <p class="who">
      <b>${written(sender === undefined ? 'the server' : reader.nameOf('users', sender), 100)}</b>
      ${
        time === undefined
          ? undefined
          : html`<time class="soft" datetime="${time.toISOString()}" title="${time.toISOString()}"
              >${localMinute(at * 1000, timeZone).slice(11)}</time
            >`
      }
    </p>
    <div class="bubble">
      ${typeof parent === 'string' ? quote(context, parent) : undefined}
      ${(data.attachments ?? []).map(attachment)}
      ${
        typeof data.text === 'string'
          ? html`<p class="text">${written(data.text)}</p>`
          : category === 'message' && data.attachments !== undefined
            ? undefined
            : html`<p class="soft">${category ?? 'message'} of type ${type ?? 'unknown'}</p>`
      }
    </div>
    <p class="after">
      ${markOf(context, message, view, state)}
      <a href="${link(['record', message.kind, id])}">Record</a>
    </p>
    ${reactionsTo(context, id)}
  </li> `;
}

/** The message that is replied to. */
function quote({ reader }: PageContext, muid: string): Html {
  const found = reader.find('messages', muid);
  if (found === undefined)
    return html`<blockquote>A message that is not in the plan: ${name(muid)}</blockquote>`;
  const { sender } = found.record as { sender?: string };
  return html`<blockquote>
    <b>${written(sender === undefined ? 'the server' : reader.nameOf('users', sender), 100)}</b>
    <span>${firstLine(previewOf(found.record))}</span>
  </blockquote>`;
}

/** Its name, type, size and host: nothing is loaded. */
function attachment({
  url = '',
  name: file = 'attachment',
  mimeType,
  extension = '',
  size,
}: Attachment): Html {
  const kind = (extension === '' ? 'file' : extension).slice(0, 5).toUpperCase();
  const about = [
    ...(mimeType === undefined ? [] : [mimeType]),
    ...(size === undefined ? [] : [`${count(Math.ceil(size / 1000))} kB`]),
  ].join(', ');
  return html`<p class="attachment">
    <span class="type" aria-hidden="true">${kind}</span>
    <span>${written(file, 120)} <span class="soft">${about} · ${hostOf(url)}</span></span>
  </p> `;
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? 'no address';
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
  { reader, link }: PageContext,
  message: Message,
  view: View,
  state: RecordState | undefined,
): HtmlValue {
  if (view === 'planned' || state === undefined) return undefined;
  const code = state.code === undefined ? '' : `: ${state.code}`;
  const sent = html`<span class="is-${state.outcome}">${outcomes[state.outcome]}${code}</span>`;
  if (view === 'sent') return sent;
  const differences = reader.differencesOf(message);
  if (differences.length === 0) return sent;
  const fields = differences.map(({ field }) => (field === '' ? 'missing' : field)).join(', ');
  return html`<span class="is-failed">≠ differs: ${fields}</span>
    <a href="${link(['record', message.kind, message.id])}">Compare</a>`;
}

/** What a message says, for lists. */
export function previewOf(record: Row): string {
  const { data = {}, type } = record as {
    data?: { text?: unknown; attachments?: { name?: string }[] };
    type?: string;
  };
  if (typeof data.text === 'string' && data.text !== '') return data.text;
  return data.attachments?.[0]?.name ?? `(${type ?? 'message'})`;
}
