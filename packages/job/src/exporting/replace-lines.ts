import { existsSync } from 'node:fs';
import { completeRow, parseJson } from '@chatferry/contract';
import { linesInFile, publishFile } from '@chatferry/disk';
import { AppendedFile } from './appended-file.ts';
import { type ExportedKind, exportedKinds, type ExportFolder } from './export-folder.ts';
import type { ExportLedger } from './export-ledger.ts';
import { pairId } from './exported-people.ts';

const RENAMING = 'renaming';

/** Writes the files again of which lines are to be replaced or removed. */
export async function replaceLines(folder: ExportFolder, ledger: ExportLedger): Promise<void> {
  for (const kind of exportedKinds) {
    const [some] = ledger.all('SELECT 1 FROM replacements WHERE kind = ? LIMIT 1', kind);
    if (some === undefined) continue;
    const written = await writeAgain(folder, ledger, kind);
    // From here on the new file counts, whatever happens.
    ledger.run('INSERT OR REPLACE INTO files VALUES (?, ?, ?)', kind, written.bytes, written.lines);
    ledger.run('DELETE FROM replacements WHERE kind = ?', kind);
    ledger.set(RENAMING, kind);
    ledger.commit();
    finishReplacing(folder, ledger);
  }
}

/** Gives a finished file its name, which a killed process may not have done. Call it before any file is opened. */
export function finishReplacing(folder: ExportFolder, ledger: ExportLedger): void {
  const kind = ledger.setting(RENAMING) as ExportedKind | '' | undefined;
  if (kind === undefined || kind === '') return;
  const file = folder.fileOf(kind);
  if (existsSync(newName(file))) publishFile(newName(file), file);
  ledger.set(RENAMING, '');
  ledger.commit();
}

async function writeAgain(
  folder: ExportFolder,
  ledger: ExportLedger,
  kind: ExportedKind,
): Promise<{ readonly bytes: number; readonly lines: number }> {
  const file = folder.fileOf(kind);
  using again = new AppendedFile(newName(file), { bytes: 0, lines: 0 });
  for await (const line of linesInFile(file)) {
    if (line === '') continue;
    const [replacement] = ledger.all(
      'SELECT line FROM replacements WHERE kind = ? AND id = ?',
      kind,
      idOfLine(kind, line),
    );
    const text = replacement === undefined ? line : (replacement['line'] as string | null);
    if (text !== null) again.append(text);
  }
  return again.sync();
}

function newName(file: string): string {
  return `${file}.new`;
}

/** The id under which the ledger has the record of a line. */
function idOfLine(kind: ExportedKind, line: string): string {
  const row = parseJson(line) as Record<string, string>;
  return idOfRow[kind](row);
}

const idOfRow: Readonly<Record<ExportedKind, (row: Record<string, string>) => string>> = {
  roles: ({ role }) => role!,
  users: ({ uid }) => uid!,
  groups: ({ guid }) => guid!,
  members: ({ guid, uid }) => pairId(guid!, uid!),
  messages: ({ muid }) => muid!,
  reactions: (row) => {
    completeRow('reactions', row);
    return row['reactionId']!;
  },
  friends: ({ uid, friend }) => pairId(uid!, friend!),
  blocks: ({ uid, blocked }) => pairId(uid!, blocked!),
  calls: ({ sessionId }) => sessionId!,
  conversations: (row) => pairId(row['uid']!, row['conversationId']!),
};
