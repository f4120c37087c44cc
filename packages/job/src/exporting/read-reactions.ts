import type { Row } from '@chatferry/contract';
import type { ExportContext } from './export-context.ts';
import { exportedReaction } from './exported-messages.ts';
import { inOrder, isNotThere, readList } from './read-list.ts';
import { reactionsOf } from './read-messages.ts';
import { StepRun } from './step-run.ts';

interface Reacted {
  readonly seq: number;
  /** Reactions that the message shows. */
  readonly shown: number;
}

const LISTS_AT_ONCE = 8;
const MESSAGES_PER_PAGE = 1000;

/** Reads the reactions to the messages that have any, and takes them off the list. */
export async function readReactions(context: ExportContext): Promise<void> {
  const { client, writer, named, signal } = context;
  const step = new StepRun(context, 'reactions');
  const all = writer.ledger.count('reacted');
  let done = 0;
  const read = async ({ seq }: Reacted): Promise<readonly Row[]> => {
    const found: Row[] = [];
    const path = { id: String(seq) };
    try {
      await readList({ client, name: 'messages.reactions.list', path, signal }, ({ items }) => {
        found.push(...items);
      });
    } catch (error) {
      if (!isNotThere(error)) throw error; // It was deleted meanwhile.
    }
    return found;
  };
  for await (const [{ seq, shown }, reactions] of inOrder(reacted(context), LISTS_AT_ONCE, read)) {
    const muid = writer.ledger.knownAs('messages', seq)?.id;
    if (muid !== undefined) {
      const gone = new Set(reactionsOf(context, muid));
      for (const reaction of reactions) {
        const exported = exportedReaction(muid, reaction);
        if (exported === undefined) continue;
        writer.put('reactions', exported);
        gone.delete(exported.id);
        named.note('users', exported.record['uid']);
      }
      for (const id of gone) writer.remove('reactions', id);
      if (reactions.length < shown)
        writer.ledger.run("INSERT OR IGNORE INTO closed VALUES ('reactions', ?)", muid);
    }
    writer.ledger.run('DELETE FROM reacted WHERE seq = ?', seq);
    done++;
    step.listDone('', reactions.length, Math.min(done / all, 1));
  }
  step.end();
}

function* reacted({ writer }: ExportContext): Generator<Reacted, void> {
  let last = -1;
  for (;;) {
    const page = writer.ledger.all(
      'SELECT seq, shown FROM reacted WHERE seq > ? ORDER BY seq LIMIT ?',
      last,
      MESSAGES_PER_PAGE,
    ) as unknown as Reacted[];
    if (page.length === 0) return;
    yield* page;
    last = page.at(-1)!.seq;
  }
}
