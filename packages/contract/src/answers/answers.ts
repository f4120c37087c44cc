import { isObject } from '../values/json.ts';
import { importKinds, type Kind, kinds } from '../kinds/kinds.ts';
import { memberId } from '../records/member.ts';

/** The part of an import answer about one record. */
export type RecordAnswer =
  | { readonly landed: true; readonly entity: Readonly<Record<string, unknown>> | undefined }
  | {
      readonly landed: false;
      readonly code: string;
      readonly message: string;
      readonly details?: ErrorDetails | undefined;
    };

/** The service's texts about single fields: `{"name": ["Too long."]}`. */
export type ErrorDetails = Readonly<Record<string, readonly string[]>>;

/** The sent ids, which identify the records when the answer is a list. */
export interface SentIds {
  readonly kind: Kind;
  /** In the order they were sent. */
  readonly ids: readonly string[];
}

/**
 * Reads from an import answer the result for each record, by key.
 *
 * Only `data.<key>.success` decides whether a record landed, never the HTTP status. A record that the answer does not
 * mention, or whose entry cannot be read, is not in the result: its outcome is unknown.
 * Entities are read from both nestings that the service uses; `[]` counts as an empty object. A list instead of
 * the object has no keys: see `keysOfList`.
 */
export function readImportAnswer(body: unknown, sent?: SentIds): Map<string, RecordAnswer> {
  const data = field(body, 'data');
  if (Array.isArray(data)) return answersOfList(data.map(readRecordAnswer), sent);
  const answers = new Map<string, RecordAnswer>();
  if (!isObject(data)) return answers;
  for (const [key, said] of Object.entries(data)) {
    const answer = readRecordAnswer(said);
    if (answer !== undefined) answers.set(key, answer);
  }
  return answers;
}

function readRecordAnswer(said: unknown): RecordAnswer | undefined {
  const success = field(said, 'success');
  if (success === true) return { landed: true, entity: entityOf(field(said, 'data')) };
  const error = field(said, 'error');
  if (success !== false && !isObject(error) && typeof error !== 'string') return undefined;
  const problem = readError(said);
  return {
    landed: false,
    code: problem.code ?? 'UNKNOWN',
    message: errorText(problem) ?? 'The service gave no reason.',
    details: errorDetails(problem),
  };
}

/** A message has `data` of its own, so the object that has an id is the entity. */
function entityOf(outer: unknown): Record<string, unknown> | undefined {
  const inner = field(outer, 'data');
  if (isObject(outer) && (ownId(outer) !== undefined || !isObject(inner))) return outer;
  return isObject(inner) ? inner : undefined;
}

function answersOfList(
  list: readonly (RecordAnswer | undefined)[],
  sent: SentIds | undefined,
): Map<string, RecordAnswer> {
  const answers = new Map<string, RecordAnswer>();
  for (const [index, key] of keysOfList(list, sent).entries())
    if (key !== undefined && list[index] !== undefined) answers.set(key, list[index]);
  return answers;
}

/**
 * The keys of a list's entries. An entity contains its id. An entry without an id, such as a refusal, is identified by its
 * position. Positions are used only when the list has one entry for each sent record, and each entity with an id is at the
 * position of its record.
 */
function keysOfList(
  list: readonly (RecordAnswer | undefined)[],
  sent: SentIds | undefined,
): (string | undefined)[] {
  const named = list.map((answer) =>
    answer?.landed === true && answer.entity !== undefined
      ? ownId(answer.entity, sent?.kind)
      : undefined,
  );
  const { ids = [] } = sent ?? {};
  const isInOrder =
    list.length === ids.length && named.every((id, index) => id === undefined || id === ids[index]);
  return isInOrder ? [...ids] : named;
}

/** The id of an entity. Without `kind`, each kind with an import endpoint is tried, the last one first; the first id that is found counts. */
function ownId(entity: Readonly<Record<string, unknown>>, kind?: Kind): string | undefined {
  if (kind === undefined)
    return importKinds
      .toReversed()
      .map((one) => ownId(entity, one))
      .find((id) => id !== undefined);
  const { key, isMembership } = kinds[kind];
  const id = entity[key] ?? (isMembership === true ? idOfMember(entity) : undefined);
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
}

function idOfMember({ guid, uid }: Readonly<Record<string, unknown>>): string | undefined {
  return typeof guid === 'string' && typeof uid === 'string' ? memberId(guid, uid) : undefined;
}

/** The service's code and message from an error object; both may be missing. */
export interface ServiceError {
  readonly code: string | undefined;
  readonly message: string | undefined;
  /** Field to texts, for validation errors. */
  readonly details: unknown;
}

/** Reads `{"error":{…}}`, `{"error":"a message"}`, or the error object itself. */
export function readError(body: unknown): ServiceError {
  const outer = field(body, 'error');
  if (typeof outer === 'string') return { code: undefined, message: outer, details: undefined };
  const error = isObject(outer) ? outer : body;
  const code = field(error, 'code');
  const message = field(error, 'message');
  return {
    code: typeof code === 'string' ? code : undefined,
    message: typeof message === 'string' ? message : undefined,
    details: field(error, 'details'),
  };
}

/** The service's message with its details, as one text; `undefined` when it gave neither. */
export function errorText({ message, details }: Omit<ServiceError, 'code'>): string | undefined {
  const text = [message, ...detailTexts(details)].filter((part) => part !== undefined).join(' ');
  return text === '' ? undefined : text;
}

/** The details as texts by field; `undefined` when they name no field. */
export function errorDetails({ details }: Pick<ServiceError, 'details'>): ErrorDetails | undefined {
  if (!isObject(details) || Object.keys(details).length === 0) return undefined;
  return Object.fromEntries(
    Object.entries(details).map(([name, said]) => [
      name,
      (Array.isArray(said) ? said : [said]).map(textOf),
    ]),
  );
}

/** `{"name":["Too long."]}` as `name: Too long.` */
function detailTexts(details: unknown): string[] {
  if (details === undefined || details === null) return [];
  if (!isObject(details)) return [textOf(details)];
  return Object.entries(errorDetails({ details }) ?? {}).map(
    ([name, texts]) => `${name}: ${texts.join(' ')}`,
  );
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function field(value: unknown, name: string): unknown {
  return isObject(value) ? value[name] : undefined;
}
