import type { Row } from '@chatferry/contract';
import type { ExportContext } from './export-context.ts';
import { countOfReactions, exportedReaction, muidOf } from './exported-messages.ts';
import { inOrder, isNotThere, queryOf, readList } from './read-list.ts';
import { OVERLAP_S, reactionsOf } from './read-messages.ts';
import { StepRun } from './step-run.ts';

interface Reacted {
  readonly seq: number;
  /** Reactions that the message shows. */
  readonly shown: number;
  readonly muid: string;
}

const LISTS_AT_ONCE = 8;
const MESSAGES_PER_PAGE = 1000;

/** Lists the messages with reactions, to read all their reactions again: no list shows which reactions have changed. */
export async function listReacted(context: ExportContext): Promise<void> {
  const { client, writer, signal } = context;
  const step = new StepRun(context, 'messages with reactions');
  const query = { ...queryOf('messages'), hasReactions: true };
  await readList(
    { client, name: 'messages.list', query, signal },
    (message) =>
      writer.ledger.run(
        'INSERT OR IGNORE INTO reacted VALUES (?, ?, ?)',
        Number(message['id']),
        countOfReactions(message),
        muidOf(message),
      ),
    ({ read }) => step.pageDone(null, read, undefined),
  );
  step.end();
}

/**
 * Reads the reactions to the listed messages, and takes each message off the list.
 *
 * @param isWhole whether all messages with reactions are on the list; reactions that were not read again are then removed
 */
export async function readReactions(context: ExportContext, isWhole: boolean): Promise<void> {
  const { client, writer, named, signal } = context;
  const since = writer.isWayBack ? Number(writer.ledger.setting('since')) : 0;
  const step = new StepRun(context, 'reactions');
  const all = writer.ledger.count('reacted');
  let done = 0;
  const read = async ({ seq }: Reacted): Promise<readonly Row[]> => {
    const found: Row[] = [];
    const path = { id: String(seq) };
    try {
      const list = { client, name: 'messages.reactions.list', path, signal } as const;
      await readList(
        list,
        (reaction) => found.push(reaction),
        () => {},
      );
    } catch (error) {
      if (!isNotThere(error)) throw error; // The message was deleted meanwhile.
    }
    return found;
  };
  for await (const [{ seq, shown, muid: listed }, reactions] of inOrder(
    reacted(context),
    LISTS_AT_ONCE,
    read,
  )) {
    // A way back lacks older messages, but has the new reactions to them.
    const muid =
      writer.ledger.knownAs('messages', seq)?.id ?? (writer.isWayBack ? listed : undefined);
    if (muid !== undefined) {
      const gone = new Set(reactionsOf(context, muid));
      for (const reaction of reactions) {
        const exported = exportedReaction(muid, reaction);
        if (exported === undefined || isOlder(reaction, since)) continue;
        writer.put('reactions', exported);
        gone.delete(exported.id);
        named.note('users', exported.record['uid']);
      }
      for (const id of gone) writer.remove('reactions', id);
      writer.ledger.run("DELETE FROM closed WHERE list = 'reactions' AND of = ?", muid);
      if (reactions.length < shown)
        writer.ledger.run("INSERT OR IGNORE INTO closed VALUES ('reactions', ?)", muid);
    }
    writer.ledger.run('DELETE FROM reacted WHERE seq = ?', seq);
    done++;
    step.listDone('', reactions.length, Math.min(done / all, 1));
  }
  if (isWhole)
    for (const { id } of writer.ledger.all('SELECT id FROM reactions WHERE pass < ?', writer.pass))
      writer.remove('reactions', id as string);
  step.end();
}

/** @param since UNIX seconds */
function isOlder({ reactedAt }: Row, since: number): boolean {
  return typeof reactedAt === 'number' && reactedAt < since - OVERLAP_S;
}

function* reacted({ writer }: ExportContext): Generator<Reacted, void> {
  let last = -1;
  for (;;) {
    const page = writer.ledger.all(
      'SELECT seq, shown, muid FROM reacted WHERE seq > ? ORDER BY seq LIMIT ?',
      last,
      MESSAGES_PER_PAGE,
    ) as unknown as Reacted[];
    if (page.length === 0) return;
    yield* page;
    last = page.at(-1)!.seq;
  }
}
