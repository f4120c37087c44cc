import { type Kind, parseJson, type Row } from '@chatferry/contract';
import { LinesFile } from '@chatferry/disk';
import type { Plan } from '@chatferry/planner';
import type { ExportFolder } from './export-folder.ts';
import { exportedKinds, type ExportedKind } from '../folder/export-files.ts';
import type { ExportLedger } from './export-ledger.ts';
import { LegacyIds } from './legacy-ids.ts';
import { markOwn, OF_JOB } from './own-records.ts';
import { idOfRow, rewrite } from './replace-lines.ts';

const isOfPlan: Readonly<Record<ExportedKind, boolean>> = {
  roles: true,
  users: true,
  groups: true,
  members: true,
  messages: true,
  reactions: true,
  friends: true,
  blocks: true,
  calls: false,
  conversations: false,
};

/**
 * Keeps in an export only what people wrote in the app, without the records that a job has imported. Ids are changed to the ids in the
 * job's own export. Messages of the job that were edited or deleted since are listed in files of their own.
 */
export async function keepWayBack(
  folder: ExportFolder,
  ledger: ExportLedger,
  plan: Plan,
  signal: AbortSignal,
): Promise<void> {
  if (ledger.setting('own') !== 'marked') {
    await markOwn(folder, ledger, plan, signal);
    ledger.set('own', 'marked');
    ledger.commit();
  }
  const legacy = new LegacyIds(plan);
  writeDeleted(folder, ledger, legacy);
  for (const kind of exportedKinds) {
    if (!isOfPlan[kind] || ledger.setting(`back ${kind}`) === 'written') continue;
    using edited = kind === 'messages' ? new LinesFile(folder.edited) : undefined;
    await rewrite(
      folder,
      ledger,
      kind,
      (line) => {
        const row = parseJson(line) as Row;
        const { seq, id, pass } = ledger.known(kind, idOfRow[kind](row as Record<string, string>))!;
        const isOwn = pass === OF_JOB;
        if (isOwn && !(edited !== undefined && wasEdited(ledger, id))) return null;
        legacy.change(kind as Kind, row);
        const text = JSON.stringify(kind === 'messages' ? { ...row, serviceId: String(seq) } : row);
        if (!isOwn) return text;
        edited!.write(text);
        return null;
      },
      () => {
        edited?.finish();
        ledger.set(`back ${kind}`, 'written');
      },
    );
  }
}

/** Whether a message was edited. The export lists the time of its edit as a field that no import takes. */
function wasEdited(ledger: ExportLedger, muid: string): boolean {
  const sql = 'SELECT 1 FROM left_out WHERE key = ?';
  return ledger.all(sql, `messages ${muid} editedAt`).length > 0;
}

function writeDeleted(folder: ExportFolder, ledger: ExportLedger, legacy: LegacyIds): void {
  using file = new LinesFile(folder.deleted);
  const sql = 'SELECT muid, seq, at FROM deleted WHERE is_own = 1 OR muid IS NULL ORDER BY seq';
  for (const { muid, seq, at } of ledger.all(sql))
    file.write(
      JSON.stringify({
        ...(muid === null ? {} : { muid: legacy.of('messages', muid as string) }),
        serviceId: String(seq),
        ...(at === null ? {} : { deletedAt: at }),
      }),
    );
  file.finish();
}
