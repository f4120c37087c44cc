import { hash } from 'node:crypto';
import { printable } from '@chatferry/contract';
import { jsonLine } from '../folder/json-line.ts';
import { AppendedFile } from './appended-file.ts';
import type { LeftOut } from './causes.ts';
import type { ExportFolder } from './export-folder.ts';
import { type ExportedKind, exportFiles, type ExportFile } from '../folder/export-files.ts';
import { type ExportedRecord, pairId } from './exported-people.ts';
import { ExportLedger, type StepState } from './export-ledger.ts';
import { removeSecrets, withoutSecrets } from './without-secrets.ts';

/** The first reading of the app. It writes nothing to `changed.jsonl`, because everything is new. */
export const FIRST_PASS = 1;

export type Change = 'new' | 'changed' | 'gone';

/** Writes each record once, and remembers the written records. */
export class ExportWriter implements Disposable {
  readonly ledger: ExportLedger;
  /** The number of this reading of the app, from 1. */
  readonly pass: number;
  readonly #folder: ExportFolder;
  readonly #files = new Map<ExportFile, AppendedFile>();
  readonly #now: () => number;

  /** Whether this is a way back. Then everything is new, and `changed.jsonl` stays empty. */
  readonly isWayBack: boolean;

  /** @param now milliseconds since 1970 */
  constructor(folder: ExportFolder, ledger: ExportLedger, pass: number, now: () => number) {
    this.isWayBack = ledger.setting('wayBack') !== undefined;
    this.#folder = folder;
    this.ledger = ledger;
    this.pass = pass;
    this.#now = now;
  }

  now(): number {
    return this.#now();
  }

  /** Writes a new record, and remembers the new line of a record that has changed. */
  put(kind: ExportedKind, shown: ExportedRecord, seq?: number): Change | undefined {
    const exported = withoutSecrets(shown);
    const { id, record } = exported;
    const line = JSON.stringify(record);
    const { left } = exported;
    const digest = digestOf(left.length === 0 ? line : line + JSON.stringify(left));
    if (
      this.ledger.add(kind, seq === undefined ? { id, digest } : { id, digest, seq }, this.pass)
    ) {
      // If an old line is to be removed, the new line replaces it.
      if (this.pass === FIRST_PASS || !this.#replace(kind, id, line)) this.#file(kind).append(line);
      this.#leave(kind, exported);
      return this.#changed(kind, id, 'new');
    }
    const known = this.ledger.known(kind, id)!;
    this.ledger.run(`UPDATE ${kind} SET digest = ?, pass = ? WHERE id = ?`, digest, this.pass, id);
    if (known.digest === digest) return undefined;
    this.ledger.run('INSERT OR REPLACE INTO replacements VALUES (?, ?, ?)', kind, id, line);
    this.#leave(kind, exported);
    return this.#changed(kind, id, 'changed');
  }

  /** Removes a record that the app no longer has. */
  remove(kind: ExportedKind, id: string): void {
    if (this.ledger.run(`DELETE FROM ${kind} WHERE id = ?`, id) === 0) return;
    this.ledger.run('INSERT OR REPLACE INTO replacements VALUES (?, ?, NULL)', kind, id);
    this.#unleave(kind, id);
    this.#changed(kind, id, 'gone');
  }

  /** Lists a record or field that is not exported, once. @param id of the record, or its number if it has no other id */
  leave(kind: ExportedKind, id: string, { cause, field, value }: LeftOut): void {
    const key = leftKey({ kind, id, field });
    if (this.ledger.run('INSERT OR IGNORE INTO left_out VALUES (?, ?)', key, cause) === 0) return;
    removeSecrets(value);
    const line = printable(JSON.stringify({ kind, id, cause, field, value }));
    // If an old line is to be removed, the new line replaces it.
    if (this.pass === FIRST_PASS || !this.#replace('left', key, line))
      this.#file('left').append(line);
  }

  /** Makes all changes so far permanent. */
  commit(step: string, state: StepState): void {
    for (const [name, file] of this.#files) {
      const { bytes, lines } = file.sync();
      this.ledger.run('INSERT OR REPLACE INTO files VALUES (?, ?, ?)', name, bytes, lines);
    }
    this.ledger.keepStep(this.pass, step, state);
    this.ledger.commit();
  }

  /** Creates the files without records, and closes all files. */
  finishFiles(): void {
    for (const name of Object.keys(exportFiles) as ExportFile[]) this.#file(name);
    this[Symbol.dispose]();
  }

  [Symbol.dispose](): void {
    for (const file of this.#files.values()) file[Symbol.dispose]();
    this.#files.clear();
  }

  /** @returns whether the old line was already to be replaced or removed */
  #replace(kind: ExportedKind | 'left', id: string, line: string): boolean {
    const sql = 'UPDATE replacements SET line = ? WHERE kind = ? AND id = ?';
    return this.ledger.run(sql, line, kind, id) > 0;
  }

  #leave(kind: ExportedKind, { id, left }: ExportedRecord): void {
    if (this.pass > FIRST_PASS) this.#unleave(kind, id);
    for (const each of left) this.leave(kind, id, each);
  }

  /** Removes the entries about a record from `not-exported.jsonl`. */
  #unleave(kind: ExportedKind, id: string): void {
    const key = leftKey({ kind, id });
    // Whole messages that are left out are listed by their numbers, not by their muids.
    const first = kind === 'messages' ? `${key} ` : key;
    const sql = 'DELETE FROM left_out WHERE key >= ? AND key < ? RETURNING key';
    const rows = this.ledger.all(sql, first, `${key}!`) as { key: string }[];
    for (const each of rows)
      this.ledger.run("INSERT OR REPLACE INTO replacements VALUES ('left', ?, NULL)", each.key);
  }

  #changed(kind: ExportedKind, id: string, change: Change): Change {
    if (this.pass > FIRST_PASS && !this.isWayBack)
      this.#file('changed').append(
        jsonLine({ kind, id, change, at: new Date(this.#now()).toISOString() }),
      );
    return change;
  }

  #file(name: ExportFile): AppendedFile {
    let file = this.#files.get(name);
    if (file === undefined) {
      file = new AppendedFile(this.#folder.fileOf(name), committedOf(this.ledger, name));
      this.#files.set(name, file);
    }
    return file;
  }
}

/** The key of a line of `not-exported.jsonl`. */
export function leftKey(line: { kind: string; id: string; field?: string | undefined }): string {
  const key = pairId(line.kind, line.id);
  return line.field === undefined ? key : `${key} ${line.field}`;
}

/** The length of a file at the last commit. */
export function committedOf(
  ledger: ExportLedger,
  name: ExportFile,
): { readonly bytes: number; readonly lines: number } {
  const [row] = ledger.all('SELECT bytes, lines FROM files WHERE name = ?', name);
  return (row ?? { bytes: 0, lines: 0 }) as { bytes: number; lines: number };
}

/** Enough to detect that a record, or the list of its missing fields, has changed. */
function digestOf(line: string): string {
  return hash('sha1', line, 'base64').slice(0, 16);
}
