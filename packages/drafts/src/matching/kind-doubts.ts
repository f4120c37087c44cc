import path from 'node:path';
import type { InputKind } from '@chatferry/contract';
import type { Proofs } from './proofs.ts';
import type { Table } from '../tables/table.ts';
import { kindOfFile } from './kind-by-name.ts';
import { type KindMatch, LEAST_SCORE } from './kind-of-table.ts';
import { relations, SURE } from './match-fields.ts';
import { wordsIn } from '@chatferry/parsers';
import { hasConcept } from '../words/name-fit.ts';

/** Minimum lead of the best kind to be certain when the name does not show the kind. */
const CLEAR_LEAD = 1;

/** Why the kind of rows is not certain, from the evidence of their own table. */
export function whyUnclear(best: KindMatch, next: KindMatch, table: Table): string | undefined {
  const isNamed = kindOfFile(table) === best.kind;
  const around = saidAround(best);
  if (around !== undefined) return `it may hold ${best.kind}, but only the row around it ${around}`;
  const lacking = lacks(best, isNamed);
  if (lacking !== undefined)
    return `it may hold ${best.kind}, but no column is certainly ${lacking}`;
  const copy = best.matches.find(({ field }) => field === 'text')?.column;
  if (best.kind === 'messages' && copy !== undefined && latest.test(copy.name))
    return `it may hold messages, but ${copy.name} may be a copy of the latest one`;
  if (isNamed) return undefined;
  if (best.kind === 'messages' && isAside(table))
    return 'it may hold messages, but it is inside of rows, and no name says that these are conversations';
  const isClear =
    isWritten(best) || (best.score - next.score >= CLEAR_LEAD && best.score >= LEAST_SCORE + 1);
  return isClear ? undefined : `it may hold ${best.kind}, but ${next.kind} fit nearly as well`;
}

/** Names of a copied text that a list of conversations shows, such as the latest message. */
const latest = /last|latest|newest|recent|preview/i;

/** Fields that determine the subject of rows. When only the outer row has such a field, the inner rows concern the outer row. */
const telling: Readonly<Partial<Record<InputKind, readonly [field: string, what: string]>>> = {
  messages: ['sender', 'says who wrote them, as where it is quoted'],
  users: ['name', 'has their names, as with the accounts of one user'],
};

/** The doubt about nested rows whose subject only the outer row contains. */
function saidAround({ kind, matches }: KindMatch): string | undefined {
  const [field, what] = telling[kind] ?? [];
  const column = matches.find((match) => match.field === field)?.column;
  const isOutside = column?.name.startsWith('^.') === true || column?.isKey === true;
  return column?.root === undefined && isOutside ? what : undefined;
}

/** Whether rows have a text, its author and a time, which only messages have. */
function isWritten({ kind, matches }: KindMatch): boolean {
  const has = (name: string): boolean =>
    matches.some(({ field, score }) => field === name && score >= SURE);
  return kind === 'messages' && has('text') && has('sender') && has('sentAt');
}

/** Whether rows are inside of other rows, and neither are named after messages or groups. */
function isAside({ file, rows = '', label, columns }: Table): boolean {
  const names = [label, ...rows.split(/[[\].*]+/), path.basename(file)];
  return (
    columns.some(({ root }) => root === undefined) &&
    !names.some((name) => chats.some((concept) => hasConcept(name, concept)))
  );
}

const chats = ['message', 'text', 'group', 'log'] as const;

/** Fields without which a table does not have the kind: a wrong kind makes the whole file wrong. */
const needed: Readonly<Partial<Record<InputKind, readonly string[]>>> = {
  users: ['uid', 'name'],
  groups: ['guid', 'name'],
  members: ['guid', 'uid'],
  messages: ['sender'],
  friends: ['uid', 'friend'],
  blocks: ['uid', 'blocked'],
  reactions: ['muid', 'uid', 'reaction'],
};

/**
 * A required field of the kind that no column has; for relations, that no column certainly has.
 *
 * @param isNamed whether the file is named after the kind: then its rows may lack names
 */
function lacks({ kind, matches }: KindMatch, isNamed: boolean): string | undefined {
  const least = relations.includes(kind) ? SURE : 0;
  return (needed[kind] ?? []).find(
    (name) =>
      !(isNamed && name === 'name') &&
      !matches.some(({ field, score }) => field === name && score >= least),
  );
}

/**
 * Why texts without a conversation may not be messages: texts of another table name one, as with posts next to chats.
 *
 * @param all the tables of the export that may have a kind
 */
export function whySentNowhere<Guessed extends KindMatch & { readonly table: Table }>(
  own: Guessed,
  all: readonly Guessed[],
): string | undefined {
  const posts = all.find(({ table }) => table.label !== own.table.label && isCalledPosts(table));
  if (own.kind === 'messages' && posts !== undefined && isCalledPosts(own.table))
    return `it may hold messages, but it is called after posts or comments, as ${posts.table.label} is`;
  const isInside = own.table.columns.some(({ root }) => root === undefined);
  if (own.kind !== 'messages' || isInside || isSent(own)) return undefined;
  if (isCalledPosts(own.table))
    return 'it may hold messages, but it is called after posts or comments, and names no conversation';
  const other = all.find(isSent);
  return (
    other && `it may hold messages, but it names no conversation, as ${other.table.label} does`
  );
}

/** Words for public texts, or for texts about something. */
const publicTexts =
  /^(posts?|articles?|blogs?|comments?|tweets?|reviews?|stor(y|ies)|status(es)?|announcements?|news|beitrag|beitrage|kommentare?|commentaires?|publicacion(es)?|comentarios?|publicac(ao|oes))$/;

function isCalledPosts({ label }: Table): boolean {
  const words = wordsIn(label);
  return (
    words.some((word) => publicTexts.test(word)) &&
    !words.some((word) => /^(messages?|msgs?|chats?|nachrichten?|mensajes?|mensagens?)$/.test(word))
  );
}

function isSent({ kind, matches }: KindMatch): boolean {
  return kind === 'messages' && matches.some(({ field }) => field === 'receiver');
}

/** Why rows cannot be read before the table that they refer to: without it, their users or groups are unknown. */
export function whyWaiting(
  { kind, matches }: KindMatch & { readonly table: Table },
  proofs: Proofs,
): string | undefined {
  if (!relations.includes(kind)) return undefined;
  const [why] = matches.flatMap((match) => {
    const other = needed[kind]!.includes(match.field)
      ? proofs.unreadTableOf(kind, match)
      : undefined;
    return other === undefined
      ? []
      : [
          `it may hold ${kind}, whose ${match.column.name} refers to ${other.label}, which is not read`,
        ];
  });
  return why;
}

/** Why rows that refer to users and groups may refer to other ones. */
export function whyUnproved(
  { kind, matches, table: { when } }: KindMatch & { readonly table: Table },
  proofs: Proofs,
): string | undefined {
  if (!relations.includes(kind)) return undefined;
  // A notification may name its subject: `{ about: Friendship }`.
  if (when !== undefined) return `it may hold ${kind}, but only ${when.field} says so`;
  const own = matches.filter(({ field }) => needed[kind]!.includes(field));
  const [doubt] = own.flatMap((match) => {
    const why = proofs.doubtOf(kind, match);
    return why === undefined ? [] : [`it may hold ${kind}; ${match.column.name}: ${why}`];
  });
  return doubt;
}
