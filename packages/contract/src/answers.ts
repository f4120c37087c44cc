import { memberId } from './records/member.ts';

/** What the service said of one record of an import. */
export type RecordAnswer =
  | { readonly landed: true; readonly entity: Readonly<Record<string, unknown>> | undefined }
  | { readonly landed: false; readonly code: string; readonly message: string };

/**
 * What an import answer says of each record, by key.
 *
 * Only `data.<key>.success` says whether a record landed, never the HTTP status. A record that the answer does not
 * mention, or of which it says nothing that can be read, is not in the result: nobody knows what became of it.
 * Entities are found in both nestings the service is known to use; `[]` counts as an empty object.
 */
export function readImportAnswer(body: unknown): Map<string, RecordAnswer> {
  const answers = new Map<string, RecordAnswer>();
  const data = field(body, 'data');
  if (!isObject(data) && !Array.isArray(data)) return answers;
  for (const [key, said] of Object.entries(data)) {
    const answer = readRecordAnswer(said);
    if (answer !== undefined) answers.set(keyOf(key, answer, data), answer);
  }
  return answers;
}

function readRecordAnswer(said: unknown): RecordAnswer | undefined {
  const success = field(said, 'success');
  if (success === true) {
    const outer = field(said, 'data');
    const inner = field(outer, 'data');
    return { landed: true, entity: isObject(inner) ? inner : isObject(outer) ? outer : undefined };
  }
  const error = field(said, 'error');
  if (success !== false && !isObject(error)) return undefined;
  const { code, message } = readError(error);
  return {
    landed: false,
    code: code ?? 'UNKNOWN',
    message: message ?? 'The service gave no reason.',
  };
}

/** A list in place of the object has lost its keys; the entity's own id is the next best. */
function keyOf(key: string, answer: RecordAnswer, data: object): string {
  if (!Array.isArray(data) || !answer.landed || answer.entity === undefined) return key;
  const { muid, memberId: member, guid, uid } = answer.entity;
  const own = typeof guid === 'string' && typeof uid === 'string' ? memberId(guid, uid) : undefined;
  const id = muid ?? member ?? own ?? guid ?? uid;
  return typeof id === 'string' || typeof id === 'number' ? String(id) : key;
}

/** The service's code and sentence from an error object; both may be missing. */
export interface ServiceError {
  readonly code: string | undefined;
  readonly message: string | undefined;
  /** Field to texts, for validation errors. */
  readonly details: unknown;
}

/** Reads `{"error":{…}}`, or the error object itself. */
export function readError(body: unknown): ServiceError {
  const error = isObject(field(body, 'error')) ? field(body, 'error') : body;
  const code = field(error, 'code');
  const message = field(error, 'message');
  return {
    code: typeof code === 'string' ? code : undefined,
    message: typeof message === 'string' ? message : undefined,
    details: field(error, 'details'),
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function field(value: unknown, name: string): unknown {
  return isObject(value) ? value[name] : undefined;
}
