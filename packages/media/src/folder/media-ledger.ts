import { chmodSync, statSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { notADatabaseFile, transaction } from '@chatferry/disk';
import type { Cause } from '../terms/cause.ts';
import { MediaError } from '../terms/media-error.ts';
import type { MediaKind, MediaSource } from '../terms/media-source.ts';
import { isBetter, type Place, placeOf } from './place.ts';
import { APPLICATION_ID, SCHEMA } from './ledger-schema.ts';

/** A file that is to be copied. */
export interface PendingFile {
  readonly id: number;
  readonly key: string;
  /** The address with everything that gives access: for requests only. */
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
  /** The path below `files/`. */
  readonly path: string;
}

const DUE = `SELECT id, key, due.origin, due.host, kind, name, mime_type AS mimeType, scheme,
  expires_at AS expiresAt, validator FROM due JOIN files USING (id)`;

/** Every address once, with the outcome of its copy. */
export class MediaLedger implements Disposable {
  readonly db: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  /** @param file of the ledger; empty for a temporary ledger, which ends with the process */
  constructor(file: string) {
    if (file !== '') refuseOther(file);
    this.db = new DatabaseSync(file, { timeout: 5000 });
    if (file !== '') chmodSync(file, 0o600);
    // A checkpoint waits for the disk, and every 1000 pages are a few dozen files.
    this.db.exec(
      'PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 20000',
    );
    this.db.exec(SCHEMA);
  }

  /** Adds addresses, or counts them again. @returns the hosts that have files to be copied */
  add(sources: readonly MediaSource[]): Set<string> {
    const hosts = new Set<string>();
    transaction(this.db, () => {
      for (const source of sources) {
        const place = placeOf(source.from);
        if (place !== undefined && this.#addOne(source, place)) hosts.add(place.host);
      }
    });
    return hosts;
  }

  /** @returns whether the file is to be copied from this place */
  #addOne({ key, kind, name, mimeType, at }: MediaSource, place: Place): boolean {
    const { origin, host, access, scheme, expiresAt } = place;
    const known = this.#known(key);
    const stated = [name ?? null, mimeType ?? null, at ?? null];
    let id = known?.id;
    if (id === undefined) {
      const insert = this.#prepared(`
        INSERT INTO files (key, kind, uses, name, mime_type, first_at, last_at, host, access, scheme, expires_at, state)
        VALUES (?, ?, 1, ?, ?, ?5, ?5, ?, ?, ?, ?, 'pending')`);
      const { lastInsertRowid } = insert.run(key, kind, ...stated, host, access, scheme, expiresAt);
      id = Number(lastInsertRowid);
    } else {
      const update = this.#prepared(`
        UPDATE files SET uses = uses + 1, name = coalesce(name, ?2), mime_type = coalesce(mime_type, ?3),
          first_at = min(coalesce(first_at, ?4), coalesce(?4, first_at)),
          last_at = max(coalesce(last_at, ?4), coalesce(?4, last_at)) WHERE id = ?1`);
      update.run(id, ...stated);
    }
    if (known !== undefined) {
      // The address of an earlier call is no longer known.
      if (known.uses > 0 && !isBetter(place, known)) return false;
      this.#prepared(
        'UPDATE files SET host = ?, access = ?, scheme = ?, expires_at = ? WHERE id = ?',
      ).run(host, access, scheme, expiresAt, id);
      if (known.state === 'copied') return false;
    }
    this.#prepared('INSERT OR REPLACE INTO due VALUES (?, ?, ?, 0)').run(id, origin, host);
    return true;
  }

  #known(key: string): KnownFile | undefined {
    return this.#prepared(
      'SELECT id, state, uses, host, scheme, expires_at AS expiresAt FROM files WHERE key = ?',
    ).get(key) as KnownFile | undefined;
  }

  /** Resets the counts of addresses, before the addresses are named again. */
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

  /** Hosts that have files to be copied. */
  hosts(): string[] {
    return this.all<{ host: string }>('SELECT DISTINCT host FROM due WHERE is_tried = 0').map(
      ({ host }) => host,
    );
  }

  /** Files that are to be copied. */
  countDue(): number {
    return this.all<{ n: number }>('SELECT count(*) AS n FROM due WHERE is_tried = 0')[0]!.n;
  }

  /** The next files of a host. @param after the number of the previous file */
  next(host: string, after: number, limit: number): PendingFile[] {
    return this.all(
      `${DUE} WHERE due.host = ? AND id > ? AND is_tried = 0 ORDER BY id LIMIT ?`,
      host,
      after,
      limit,
    );
  }

  /** Files of a host at equal distances. */
  spread(host: string, step: number, limit: number): PendingFile[] {
    return this.all(
      `SELECT * FROM (SELECT *, row_number() OVER (ORDER BY id) AS number FROM (${DUE} WHERE due.host = ?))
       WHERE number % ? = 0 LIMIT ?`,
      host,
      step,
      limit,
    );
  }

  copied(id: number, { sha256, bytes, type, path }: CopiedFile): void {
    this.#prepared(
      "UPDATE files SET state = 'copied', cause = NULL, detail = NULL, validator = NULL, sha256 = ?, bytes = ?, type = ?, path = ? WHERE id = ?",
    ).run(sha256, bytes, type, path, id);
    this.#prepared('DELETE FROM due WHERE id = ?').run(id);
  }

  /** @returns false when the file has got another address meanwhile, which is still to be tried */
  failed({ id, origin }: PendingFile, cause: Cause, detail: string): boolean {
    const { changes } = this.#prepared(
      'UPDATE due SET is_tried = 1 WHERE id = ? AND origin = ?',
    ).run(id, origin);
    if (changes === 0) return false;
    this.#prepared(
      "UPDATE files SET state = 'failed', cause = ?, detail = ?, validator = NULL WHERE id = ?",
    ).run(cause, detail, id);
    return true;
  }

  /** Stores the validator for a request for the rest of a file. */
  began(id: number, validator: string | null): void {
    this.#prepared('UPDATE files SET validator = ? WHERE id = ?').run(validator, id);
  }

  /** Notes that copies have changed since they were written. @param paths below `files/` */
  forget(paths: readonly string[]): void {
    const forget = this.#prepared("UPDATE files SET state = 'pending' WHERE path = ?");
    transaction(this.db, () => {
      for (const path of paths) forget.run(path);
    });
  }

  /** The path of an existing copy with the same content. */
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

interface KnownFile extends Pick<Place, 'host' | 'scheme' | 'expiresAt'> {
  readonly id: number;
  readonly state: string;
  /** 0 if this call has not named the file yet. */
  readonly uses: number;
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
