import { ApiError, type ListName } from '@chatferry/client';
import type { Row } from '@chatferry/contract';
import type { ExportContext } from './export-context.ts';
import type { ExportedKind } from '../folder/export-files.ts';
import {
  exportedGroup,
  type ExportedRecord,
  exportedRole,
  exportedUser,
  hasValue,
  pairId,
} from './exported-people.ts';
import { FIRST_PASS } from './export-writer.ts';
import { type ListPosition, queryOf, readList } from './read-list.ts';
import { StepRun } from './step-run.ts';

/** A list of the whole app with numbered pages. */
interface AppList {
  readonly kind: ExportedKind;
  readonly name: ListName;
  readonly query: Readonly<Record<string, unknown>>;
  /** Returns undefined for an entry that is not exported. */
  readonly exported: (entry: Row) => ExportedRecord | undefined;
  /** Whether the app may lack the list: the export is complete without it. */
  readonly isOptional?: true;
}

export type AppListName = 'roles' | 'users' | 'groups' | 'calls' | 'conversations';

export const appLists: Readonly<Record<AppListName, AppList>> = {
  roles: {
    kind: 'roles',
    name: 'roles.list',
    query: queryOf('roles'),
    exported: (role) => (role['role'] === 'default' ? undefined : exportedRole(role)),
  },
  users: {
    kind: 'users',
    name: 'users.list',
    query: queryOf('users'),
    exported: exportedUser,
  },
  groups: {
    kind: 'groups',
    name: 'groups.list',
    query: { ...queryOf('groups'), sortBy: 'createdAt', sortOrder: 'asc' },
    exported: exportedGroup,
  },
  calls: {
    kind: 'calls',
    name: 'calls.list',
    query: {},
    exported: (call) => ({ id: call['sessionId'] as string, record: call, left: [] }),
    isOptional: true,
  },
  conversations: {
    kind: 'conversations',
    name: 'conversations.list',
    query: { withTags: true },
    exported: exportedConversation,
    isOptional: true,
  },
};

/** A user's side of a conversation, if it has something that the messages do not show. */
function exportedConversation(side: Row): ExportedRecord | undefined {
  const { uid, conversationId, conversationType, conversationWith, tags, pinnedAt, pinnedBy } =
    side;
  if (!hasValue(tags) && !hasValue(pinnedAt)) return undefined;
  const { uid: user, guid } = (conversationWith ?? {}) as Row;
  const record = {
    uid,
    conversationId,
    conversationType,
    with: guid ?? user,
    tags,
    pinnedAt,
    pinnedBy,
  };
  return { id: pairId(String(uid), conversationId as string), record, left: [] };
}

/** The most readings of a list until a reading shows nothing new and lacks nothing. */
const READINGS = 3;

/**
 * Reads a list of the whole app. A later pass also removes records that the list lacks in several readings: while entries are
 * created and removed, numbered pages shift, and each page may lack an entry.
 */
export async function readAppList(
  context: ExportContext,
  { kind, name, query, exported, isOptional }: AppList,
): Promise<void> {
  const { client, writer, signal } = context;
  const step = new StepRun(context, kind);
  if (step.isNew) writer.ledger.run('DELETE FROM closed WHERE list = ?', kind);
  const isFirstPass = writer.pass === FIRST_PASS;
  for (let reading = 1; ; reading++) {
    let [entries, isNew] = [0, false];
    const from =
      reading === 1 && step.position !== null
        ? (JSON.parse(step.position) as ListPosition)
        : undefined;
    try {
      const onItem = (item: Row): void => {
        const record = exported(item);
        if (record !== undefined && writer.put(kind, record) === 'new') isNew = true;
      };
      await readList({ client, name, query, from, signal }, onItem, ({ read, next, total }) => {
        entries += read;
        const share = total === undefined ? undefined : Math.min(entries / total, 1);
        step.pageDone(next === undefined ? null : JSON.stringify(next), read, share);
      });
    } catch (error) {
      if (isOptional !== true || !isForbidden(error)) throw error;
      writer.ledger.run('INSERT OR IGNORE INTO closed VALUES (?, ?)', kind, error.code);
      break;
    }
    const lacking = isFirstPass ? [] : unseen(context, kind);
    if (isFirstPass || (lacking.length === 0 && !isNew) || reading === READINGS) {
      for (const id of lacking) writer.remove(kind, id);
      break;
    }
  }
  step.end();
}

function unseen({ writer }: ExportContext, kind: ExportedKind): string[] {
  return writer.ledger
    .all(`SELECT id FROM ${kind} WHERE pass < ?`, writer.pass)
    .map(({ id }) => id as string);
}

/** Whether the key may not read the list, or the app has no such list. */
function isForbidden(error: unknown): error is ApiError {
  return (
    error instanceof ApiError &&
    ['not-configured', 'not-found', 'refused', 'plan-limit', 'invalid'].includes(error.code)
  );
}
