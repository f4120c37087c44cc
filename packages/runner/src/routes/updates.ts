import {
  CHANGED,
  DATED_BY_APP,
  fieldUpdate,
  fieldValue,
  isSet,
  type Kind,
  kinds,
  type OperationName,
  operations,
  REMAINING,
} from '@chatferry/contract';
import type { Batch } from '@chatferry/planner';
import type { LedgerStore } from '../ledger/ledger-store.ts';
import type { Pace } from '../pacing/pace.ts';
import { chatActionFor } from './chat-action.ts';
import { type RecordRow, recordRow } from './record-row.ts';
import { readTime } from './removed-record.ts';
import type { ServiceReader } from '../reading/service-reader.ts';
import type { Route, RouteRequest } from './route.ts';

/**
 * Updates of records that the app holds, one request each: `PUT /users/{uid}`, `PUT /groups/{guid}`, `PUT /roles/{role}`, the
 * scope or the ban of a member, `PUT /messages/{id}`. A second send changes nothing. Each record is read before its request: when its
 * time differs from the landed time, other people have created the record again, and it stays as it is.
 */
export function updatesRoute(
  kind: Kind,
  pace: Pace,
  ledger: Pick<LedgerStore, 'messageIds'>,
): Route {
  const of = kinds[kind].changes!;
  return {
    isRepeatable: true,
    sendsWholeBatches: true,
    pace,
    requestsFor: (_, positions) => positions.map((position) => [position]),
    request: async (batch, positions) => {
      const row = recordRow(batch, positions[0]!);
      const id =
        of === 'messages' ? await ledger.messageIds.idOf(row['muid'] as string) : undefined;
      return updateRequest(of, id === undefined ? row : { ...row, id });
    },
    ...(kinds[of].provedBy === 'time' && {
      ofOthers: async (batch, positions, reader) => {
        const row = recordRow(batch, positions[0]!);
        const isAnew = await isMadeAnew(of, row, reader);
        return new Map(isAnew ? [[positions[0]!, kinds[of].time!]] : []);
      },
    }),
    actionFor: (outcome, _: Batch, positions, nowMs) =>
      chatActionFor(outcome, kind, positions.length, () => [{ is: 'created' }], nowMs),
  };
}

/** Whether other people have created a record again. Only a record that landed with a known time can show this. */
async function isMadeAnew(of: Kind, row: RecordRow, reader: ServiceReader): Promise<boolean> {
  const time = kinds[of].time!;
  const { [time]: planned, [DATED_BY_APP]: isDatedByApp, [REMAINING]: remaining = [] } = row;
  if (planned === undefined || isDatedByApp === true) return false;
  if ((remaining as readonly string[]).includes(time)) return false;
  const held = await readTime(of, row, reader);
  return typeof held === 'number' && held !== planned;
}

/** The request that gives a record in the app its planned values. @param row `id`: the id of a message in the service */
function updateRequest(of: Kind, row: RecordRow): RouteRequest {
  const changed = row[CHANGED] as readonly string[];
  // One operation changes all fields that an update names.
  const { operation } = fieldUpdate(of, changed[0]!)!;
  const path = pathOf(operation, row);
  if (operations[operation].method !== 'PUT') return { operation, path };
  return { operation, path, body: Buffer.from(JSON.stringify(bodyOf(of, row, changed))) };
}

/** The parameters of an operation's path, which have the names of fields. */
function pathOf(operation: OperationName, row: RecordRow): Record<string, string> {
  const names = [...operations[operation].path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  return Object.fromEntries(names.map((name) => [name, row[name] as string]));
}

function bodyOf(of: Kind, row: RecordRow, changed: readonly string[]): RecordRow {
  const body: Record<string, unknown> = {};
  const unset: string[] = [];
  for (const field of withPassword(row, changed)) {
    const { empty } = fieldUpdate(of, field)!;
    if (isSet(row, field)) put(body, field, fieldValue(row, field));
    else if (empty === 'unset') unset.push(field);
    else put(body, field, empty?.as);
  }
  return unset.length === 0 ? body : { ...body, unset };
}

/** A group whose type becomes `password` needs its password in the same request. */
function withPassword({ type }: RecordRow, changed: readonly string[]): readonly string[] {
  return changed.includes('type') && type === 'password'
    ? [...new Set([...changed, 'password'])]
    : changed;
}

function put(body: Record<string, unknown>, field: string, value: unknown): void {
  if (!field.startsWith('data.')) body[field] = value;
  else body['data'] = { ...(body['data'] as object), [field.slice('data.'.length)]: value };
}
