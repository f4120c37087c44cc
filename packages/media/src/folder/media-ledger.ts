import { chmodSync, statSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { signedAddress } from '@chatferry/contract';
import { notADatabaseFile, transaction } from '@chatferry/disk';
import type { Cause } from '../terms/cause.ts';
import { MediaError } from '../terms/media-error.ts';
import type { MediaKind, MediaSource } from '../terms/media-source.ts';
import { accessOf } from './access.ts';
import { APPLICATION_ID, SCHEMA } from './ledger-schema.ts';

/** A file that is to be copied. */
export interface PendingFile {
  readonly id: number;
  readonly key: string;
  /** With everything that gives access: for requests only. */
  readonly origin: string;
  readonly host: string;
  readonly kind: MediaKind;
  readonly name: string | null;
  readonly mimeType: string | null;
  readonly scheme: string | null;
  readonly expiresAt: number | null;
  readonly validator: string | null;
}

export interface CopiedFile {
  readonly sha256: string;
  readonly bytes: number;
  readonly type: string;
  /** Below `files/`. */
  readonly path: string;
}

const COLUMNS =
  'id, key, origin, host, kind, name, mime_type AS mimeType, scheme, expires_at AS expiresAt, validator';

/** Whether the origin of a row is replaced: a local file is best, then the signature that ends last. */
const IS_BETTER = `(excluded.host = '' OR (host <> '' AND excluded.scheme IS NOT NULL
  AND coalesce(excluded.expires_at, 9e18) >= CASE WHEN scheme IS NULL THEN 0 ELSE coalesce(expires_at, 9e18) END))`;

/** Every address once, with the outcome of its copy. */
export class MediaLedger implements Disposable {
  readonly db: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  /** @param file of the ledger; empty for one that ends with the process, in a file of SQLite */
  constructor(file: string) {
    if (file !== '') refuseOther(file);
    this.db = new DatabaseSync(file, { timeout: 5000 });
    if (file !== '') chmodSync(file, 0o600);
    this.db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
    this.db.exec(SCHEMA);
  }

  /** Adds addresses, or counts them once more. @returns the hosts that have something to be copied */
  add(sources: readonly MediaSource[]): Set<string> {
    const hosts = new Set<string>();
    const insert = this.#prepared(`
      INSERT INTO files (key, origin, host, kind, name, mime_type, uses, first_at, last_at, access, scheme, expires_at, state)
      VALUES (?, ?, ?, ?, ?, ?, 1, ?, ?, ?, ?, ?, 'pending')
      ON CONFLICT (key) DO UPDATE SET
        uses = uses + 1,
        first_at = min(coalesce(first_at, excluded.first_at), coalesce(excluded.first_at, first_at)),
        last_at = max(coalesce(last_at, excluded.last_at), coalesce(excluded.last_at, last_at)),
        name = coalesce(name, excluded.name),
        mime_type = coalesce(mime_type, excluded.mime_type),
        state = CASE WHEN state = 'failed' AND ${IS_BETTER} AND origin <> excluded.origin THEN 'pending' ELSE state END,
        access = CASE WHEN ${IS_BETTER} THEN excluded.access ELSE access END,
        scheme = CASE WHEN ${IS_BETTER} THEN excluded.scheme ELSE scheme END,
        expires_at = CASE WHEN ${IS_BETTER} THEN excluded.expires_at ELSE expires_at END,
        origin = CASE WHEN ${IS_BETTER} THEN excluded.origin ELSE origin END,
        host = CASE WHEN ${IS_BETTER} THEN excluded.host ELSE host END`);
    transaction(this.db, () => {
      for (const { key, from, kind, name, mimeType, at } of sources) {
        const isLocal = 'file' in from;
        const origin = isLocal ? from.file : from.url;
        const url = isLocal ? null : URL.parse(origin);
        if (!isLocal && url === null) continue;
        const signed = isLocal ? undefined : signedAddress(origin);
        const host = url?.host ?? '';
        hosts.add(host);
        const [time, stated] = [at ?? null, [name ?? null, mimeType ?? null]];
        const access = isLocal ? 'local' : accessOf(origin);
        const signature = [signed?.scheme ?? null, signed?.expiresAt ?? null];
        insert.run(key, origin, host, kind, ...stated, time, time, access, ...signature);
      }
    });
    return hosts;
  }

  /** Forgets how often addresses were named, before they are named again. */
  startCounting(): void {
    this.db.exec('UPDATE files SET uses = 0');
  }

  /** Files that are neither copied nor given up. */
  get pending(): number {
    const [row] = this.all<{ files: number }>(
      "SELECT count(*) AS files FROM files WHERE state = 'pending'",
    );
    return row!.files;
  }

  /** Hosts that have something to be copied. */
  hosts(): string[] {
    return this.all<{ host: string }>(`SELECT DISTINCT host FROM files WHERE ${this.#due()}`).map(
      ({ host }) => host,
    );
  }

  /** The next files of a host. @param after the number of the last one */
  next(host: string, after: number, limit: number): PendingFile[] {
    return this.all(
      `SELECT ${COLUMNS} FROM files WHERE host = ? AND id > ? AND ${this.#due()} ORDER BY id LIMIT ?`,
      host,
      after,
      limit,
    );
  }

  /** Files that failed are tried again, once in each call that ended by itself. */
  #due(): string {
    return `(state = 'pending' OR (state = 'failed' AND session < ${this.session}))`;
  }

  get session(): number {
    return Number(this.meta('session') ?? 1);
  }

  /** Notes that everything was tried, so that the next call tries again what failed. */
  endSession(): void {
    this.setMeta('session', this.session + 1);
  }

  copied(id: number, { sha256, bytes, type, path }: CopiedFile): void {
    this.#prepared(
      "UPDATE files SET state = 'copied', cause = NULL, detail = NULL, validator = NULL, sha256 = ?, bytes = ?, type = ?, path = ? WHERE id = ?",
    ).run(sha256, bytes, type, path, id);
  }

  /** @returns false when the file has another address meanwhile, which is still to be tried */
  failed({ id, origin }: PendingFile, cause: Cause, detail: string): boolean {
    const { changes } = this.#prepared(
      "UPDATE files SET state = 'failed', cause = ?, detail = ?, validator = NULL, session = ? WHERE id = ? AND origin = ?",
    ).run(cause, detail, this.session, id, origin);
    return changes > 0;
  }

  /** Notes by what the rest of a file can be asked for. */
  began(id: number, validator: string | null): void {
    this.#prepared('UPDATE files SET validator = ? WHERE id = ?').run(validator, id);
  }

  /** Notes that copies are not as they were written. @param paths below `files/` */
  forget(paths: readonly string[]): void {
    const forget = this.#prepared("UPDATE files SET state = 'pending' WHERE path = ?");
    transaction(this.db, () => {
      for (const path of paths) forget.run(path);
    });
  }

  /** The path of a copy of the same content. */
  pathOf(sha256: string): string | undefined {
    const [found] = this.all<{ path: string }>(
      "SELECT path FROM files WHERE sha256 = ? AND state = 'copied' ORDER BY id LIMIT 1",
      sha256,
    );
    return found?.path;
  }

  meta(name: string): unknown {
    return this.all<{ value: unknown }>('SELECT value FROM meta WHERE name = ?', name)[0]?.value;
  }

  setMeta(name: string, value: SQLInputValue): void {
    this.#prepared('INSERT OR REPLACE INTO meta VALUES (?, ?)').run(name, value);
  }

  all<Found>(sql: string, ...values: SQLInputValue[]): Found[] {
    return this.#prepared(sql).all(...values) as Found[];
  }

  *each<Found>(sql: string, ...values: SQLInputValue[]): Generator<Found> {
    yield* this.db.prepare(sql).iterate(...values) as Iterable<Found>;
  }

  #prepared(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (statement === undefined) this.#statements.set(sql, (statement = this.db.prepare(sql)));
    return statement;
  }

  [Symbol.dispose](): void {
    if (this.db.isOpen) this.db.close();
  }
}

function refuseOther(file: string): void {
  const wrong = notADatabaseFile(file);
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  const isOther = wrong !== undefined || (size > 0 && applicationOf(file) !== APPLICATION_ID);
  if (isOther)
    throw new MediaError(
      'not-a-media-folder',
      `${file} is not the ledger of copied media.`,
      'Name a new folder, or an empty one.',
    );
}

function applicationOf(file: string): number | undefined {
  try {
    using db = new DatabaseSync(file, { readOnly: true });
    const row = db.prepare('PRAGMA application_id').get() as { application_id: number };
    return row.application_id;
  } catch {
    return undefined;
  }
}
