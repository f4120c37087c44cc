import type { Row } from '@chatferry/contract';
import type { ExportContext } from './export-context.ts';
import { exportedGroup, exportedUser } from './exported-people.ts';
import { isNotThere, queryOf, readList } from './read-list.ts';
import { takeMessage } from './read-messages.ts';
import { StepRun } from './step-run.ts';

/** Ends a list whose entries do not match the filter. */
class FilterIgnored extends Error {}

/**
 * Reads the messages that were changed since a moment. The service documents no list of them for API keys, so an undocumented filter is
 * tried. The messages that the service's notes about edits and deletions name are read too.
 *
 * @param since UNIX seconds
 */
export async function readChangedMessages(context: ExportContext, since: number): Promise<void> {
  const { client, writer, signal } = context;
  const step = new StepRun(context, 'changed messages');
  writer.ledger.run("DELETE FROM closed WHERE list = 'changed messages'");
  const query = { ...queryOf('messages'), onlyUpdates: true, updatedAt: since };
  try {
    await readList(
      { client, name: 'messages.list', query, signal },
      async (message) => {
        const { updatedAt } = message;
        if (typeof updatedAt !== 'number' || updatedAt < since) throw new FilterIgnored();
        await takeMessage(context, message);
      },
      ({ read }) => step.pageDone(null, read, undefined),
    );
  } catch (error) {
    if (!(error instanceof FilterIgnored)) throw error;
    writer.ledger.run("INSERT OR IGNORE INTO closed VALUES ('changed messages', 'updatedAt')");
  }
  step.end();
}

const get = {
  users: { operation: 'users.get', field: 'uid', exported: exportedUser },
  groups: { operation: 'groups.get', field: 'guid', exported: exportedGroup },
} as const;

/** Looks up the users and groups that records name, but that no list has shown. */
export async function readNamed(context: ExportContext, name: string): Promise<void> {
  const { client, writer, signal } = context;
  const step = new StepRun(context, name);
  const rows = writer.ledger.all('SELECT kind, id FROM named') as {
    kind: 'users' | 'groups';
    id: string;
  }[];
  for (const { kind, id } of rows) {
    const found = writer.ledger.known(kind, id) === undefined ? await lookedUp(kind, id) : 'listed';
    if (found === undefined) writer.leave(kind, id, { cause: kind === 'users' ? 'user' : 'group' });
    else if (found !== 'listed') writer.put(kind, get[kind].exported(found));
    writer.ledger.run('DELETE FROM named WHERE kind = ? AND id = ?', kind, id);
    step.listDone('', 1, undefined);
  }
  step.end();

  async function lookedUp(kind: 'users' | 'groups', id: string): Promise<Row | undefined> {
    try {
      const { data } = await (kind === 'users'
        ? client.call('users.get', { path: { uid: id }, signal })
        : client.call('groups.get', { path: { guid: id }, signal }));
      return data;
    } catch (error) {
      if (isNotThere(error)) return undefined;
      throw error;
    }
  }
}
