import { existsSync, rmSync } from 'node:fs';
import { completeRow, parseJson } from '@chatferry/contract';
import { linesInFile, publishFile } from '@chatferry/disk';
import { AppendedFile } from './appended-file.ts';
import type { ExportFolder } from './export-folder.ts';
import { type ExportedKind, exportedKinds, type ExportFile } from '../folder/export-files.ts';
import type { ExportLedger } from './export-ledger.ts';
import { committedOf, leftKey } from './export-writer.ts';
import { pairId } from './exported-people.ts';

const RENAMING = 'renaming';

/** Rewrites the files that have lines to replace or remove. */
export async function replaceLines(folder: ExportFolder, ledger: ExportLedger): Promise<void> {
  const sql = 'SELECT line FROM replacements WHERE kind = ? AND id = ?';
  for (const kind of [...exportedKinds, 'left'] as const) {
    const [some] = ledger.all('SELECT 1 FROM replacements WHERE kind = ? LIMIT 1', kind);
    if (some === undefined) continue;
    const lineFor = (line: string): string | null => {
      const id = idOfRow[kind](parseJson(line) as Record<string, string>);
      const [replacement] = ledger.all(sql, kind, id);
      return replacement === undefined ? line : (replacement['line'] as string | null);
    };
    await rewrite(folder, ledger, kind, lineFor, () =>
      ledger.run('DELETE FROM replacements WHERE kind = ?', kind),
    );
  }
}

/**
 * Rewrites a file, line by line. A kill meanwhile leaves either the old file or the new file.
 *
 * @param lineFor returns the new line; null removes the line
 * @param onWritten adds changes to the commit that makes the new file count
 */
export async function rewrite(
  folder: ExportFolder,
  ledger: ExportLedger,
  kind: ExportFile,
  lineFor: (line: string) => string | null,
  onWritten: () => void,
): Promise<void> {
  const file = folder.fileOf(kind);
  using again = new AppendedFile(newName(file), { bytes: 0, lines: 0 });
  for await (const line of linesInFile(file)) {
    const text = line === '' ? null : lineFor(line);
    if (text !== null) again.append(text);
  }
  const { bytes, lines } = again.sync();
  ledger.run('INSERT OR REPLACE INTO files VALUES (?, ?, ?)', kind, bytes, lines);
  onWritten();
  ledger.set(RENAMING, kind);
  // From here on the new file counts, whatever happens.
  ledger.commit();
  finishReplacing(folder, ledger);
}

/** Renames a finished file to its name, in case an earlier process was killed before that. Call it before any file is opened. */
export function finishReplacing(folder: ExportFolder, ledger: ExportLedger): void {
  const kind = ledger.setting(RENAMING) as ExportFile | '' | undefined;
  if (kind === undefined || kind === '') return;
  const file = folder.fileOf(kind);
  if (existsSync(newName(file))) publishFile(newName(file), file);
  ledger.set(RENAMING, '');
  ledger.commit();
}

/** Removes files without records: a plan refuses an empty file. */
export function dropEmptyFiles(folder: ExportFolder, ledger: ExportLedger): void {
  for (const kind of exportedKinds)
    if (committedOf(ledger, kind).lines === 0) rmSync(folder.fileOf(kind), { force: true });
}

function newName(file: string): string {
  return `${file}.new`;
}

/** The id of a row's record in the ledger. */
export const idOfRow: Readonly<
  Record<ExportedKind | 'left', (row: Record<string, string>) => string>
> = {
  left: (line) => leftKey(line as Parameters<typeof leftKey>[0]),
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
