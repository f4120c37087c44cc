import { type ImportKind, limits } from '@chatferry/contract';
import { isJsonObject } from '../entities/present.ts';
import { badField, ServiceProblem } from '../terms/service-problem.ts';

const FORMAT_CODES = {
  users: 'ERR_IMPORT_INVALID_USER_FORMAT',
  groups: 'ERR_IMPORT_INVALID_GROUP_FORMAT',
  members: 'ERR_IMPORT_INVALID_MEMBER_FORMAT',
  messages: 'ERR_IMPORT_INVALID_MESSAGE_FORMAT',
} as const satisfies Record<ImportKind, string>;

/**
 * The records of an import request by key. Other root keys are ignored.
 * @throws {ServiceProblem} the kind's own code for anything but a filled object of objects, `ERR_BAD_REQUEST` for too many
 */
export function recordsIn(
  body: unknown,
  kind: ImportKind,
): [key: string, record: Record<string, unknown>][] {
  const container = isJsonObject(body) ? body[kind] : undefined;
  const records = isJsonObject(container) ? Object.entries(container) : [];
  if (records.length === 0 || !records.every(isKeyedObject))
    throw new ServiceProblem(
      FORMAT_CODES[kind],
      `The body needs "${kind}", an object with one object for each record, under the record's id.`,
    );
  if (records.length > limits.recordsPerImport)
    throw badField(kind, `${kind} must not have more than ${limits.recordsPerImport} records.`);
  return records;
}

function isKeyedObject(
  entry: [string, unknown],
): entry is [key: string, record: Record<string, unknown>] {
  return isJsonObject(entry[1]);
}
