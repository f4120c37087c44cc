import { counted } from '@chatferry/contract';
import { html, type Html, name } from '@chatferry/job/viewing';
import { type Page, waitingFor } from './layout.ts';
import type { PageContext } from './page-context.ts';
import { written } from './written.ts';

/** A record that a search has found. */
export interface Hit {
  readonly kind: string;
  readonly id: string;
  readonly about: string;
}

const MOST = 50;

/** Records with this id, then users and groups whose id or name begins with it, then rejected rows. */
export function hitsFor({ reader }: Pick<PageContext, 'reader'>, id: string): Hit[] {
  const { index } = reader;
  if (index === undefined || id === '') return [];
  const exact = reader
    .withId(id)
    .map((each) => ({ kind: each.kind, id: each.id, about: nameIn(each.record) }));
  const named = index.named(id, MOST).map((place) => {
    const { kind, id: own, record } = reader.record(place);
    return { kind, id: own, about: nameIn(record) };
  });
  const rejected = reader
    .rejects(index.rejectsOfId(id, MOST))
    .filter((each) => each.id === id)
    .map((each) => ({ kind: each.kind, id, about: `rejected: ${each.code}` }));
  const seen = new Set<string>();
  return [...exact, ...rejected, ...named].filter(({ kind, id: own }) => {
    const key = `${kind}:${own}`;
    return !seen.has(key) && seen.add(key);
  });
}

function nameIn(record: Readonly<Record<string, unknown>>): string {
  return typeof record['name'] === 'string' ? record['name'] : '';
}

export function searchPage(
  { reader, link, indexing }: PageContext,
  text: string,
  hits: readonly Hit[],
): Page {
  const title =
    reader.index === undefined
      ? 'Search'
      : hits.length === 0
        ? `Nothing has the id ${text.slice(0, 80)}`
        : hits.length >= MOST
          ? `The first ${counted(hits.length, 'hit')}`
          : counted(hits.length, 'hit');
  return {
    title,
    body: html`<h1>${title}</h1>
      ${reader.index === undefined ? waitingFor(indexing) : hits.length === 0 ? nothing : undefined}
      <ul class="list">
        ${hits.map(
          ({ kind, id, about }) =>
            html`<li>
              <a href="${link(['record', kind, id])}"
                ><span>${name(`${kind}:${id}`)}</span
                ><span class="soft">${written(about, 80)}</span></a
              >
            </li> `,
        )}
      </ul>`,
  };
}

const nothing: Html = html`<p class="lead">
  Searched: the ids of all records of the plan, the beginnings of ids and names of users and groups,
  and the ids of rejected rows.
</p>`;
