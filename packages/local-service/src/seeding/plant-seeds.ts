import { readFile } from 'node:fs/promises';
import {
  type ImportKind,
  importKinds,
  type Json,
  kinds,
  limits,
  verdictOnRecord,
} from '@chatferry/contract';
import { importGroups } from '../data-import/groups.ts';
import { importMembers } from '../data-import/members.ts';
import { importMessages } from '../data-import/messages.ts';
import { importUsers } from '../data-import/users.ts';
import type { ReadyAnswer } from '../terms/answer.ts';
import type { Keys } from '../calls/keys.ts';
import { LocalServiceError } from '../terms/local-service-error.ts';
import type { LocalServiceOptions } from '../options/options.ts';
import { plantRelations } from './plant-relations.ts';
import { checkedCall } from './seeded-call.ts';
import { readSeed, type Seed } from '../options/seed.ts';
import { jsonText } from '../storage/changes.ts';
import { keepDocument } from '../storage/documents.ts';
import { findRole, insertRole } from '../storage/roles.ts';
import type { Store } from '../storage/store.ts';

/**
 * Stores the seeds of the options: all of them, or none if one is invalid. Existing records
 * are left unchanged, so that a service can be started again with the same seed. Messages may be older than the retention.
 * @throws {LocalServiceError} `bad-seed`
 */
export async function plantSeeds(
  store: Store,
  keys: Keys,
  { seedFile, seed }: LocalServiceOptions,
): Promise<void> {
  const fromFile = seedFile === undefined ? undefined : await readSeedFile(seedFile);
  store.transaction(() => {
    if (fromFile !== undefined) plant(store, keys, fromFile);
    if (seed !== undefined) plant(store, keys, readSeed(seed));
  });
}

/**
 * Stores one seed: all of it, or nothing if a part is invalid.
 * @throws {LocalServiceError} `bad-seed`
 */
export function plantSeed(store: Store, keys: Keys, seed: Seed): void {
  store.transaction(() => plant(store, keys, readSeed(seed)));
}

async function readSeedFile(path: string): Promise<Seed> {
  try {
    return readSeed(JSON.parse(await readFile(path, 'utf8')));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new LocalServiceError('bad-seed', `The seed file ${path} cannot be used: ${reason}`, {
      cause,
    });
  }
}

function plant(store: Store, keys: Keys, seed: Seed): void {
  for (const { apiKey, scope, name } of seed.apiKeys ?? []) keys.add(apiKey, scope, name);
  for (const role of seed.roles ?? []) plantRole(store, role);
  plantBots(store, seed.bots ?? []);
  for (const kind of importKinds) plantRecords(store, kind, seed[kind] ?? []);
  plantRelations(store, seed);
  for (const call of seed.calls ?? []) plantCall(store, call);
  for (const collection of ['blockedMessages', 'flaggedMessages'] as const)
    for (const message of seed[collection] ?? [])
      keepDocument(store, collection, idOf(message, 'id', collection), message);
}

function plantRecords(store: Store, kind: ImportKind, records: readonly Json[]): void {
  for (let start = 0; start < records.length; start += limits.recordsPerImport) {
    const batch = records.slice(start, start + limits.recordsPerImport);
    const keyed = Object.fromEntries(
      batch.map((record) => [idOf(record, kinds[kind].key, kind), record]),
    );
    checkLanded(kind, importBatch(store, kind, { [kind]: keyed }));
  }
}

function importBatch(store: Store, kind: ImportKind, body: object): ReadyAnswer {
  switch (kind) {
    case 'users':
      return importUsers(body, store);
    case 'groups':
      return importGroups(body, store);
    case 'members':
      return importMembers(body, store);
    case 'messages':
      return importMessages(body, store, undefined);
  }
}

function checkLanded(kind: ImportKind, { status, json }: ReadyAnswer): void {
  const { data = {}, error } = JSON.parse(json) as {
    data?: Record<string, { error?: { code: string; message: string } }>;
    error?: { message: string };
  };
  if (status !== 200)
    throw new LocalServiceError(
      'bad-seed',
      `One of the ${kind} in the seed has a blank text: ${error?.message}`,
    );
  for (const [id, { error: refusal }] of Object.entries(data))
    if (refusal !== undefined && verdictOnRecord(kind, refusal.code) !== 'present')
      throw new LocalServiceError(
        'bad-seed',
        `The seed's ${kind} have ${id}, which the service refuses: ${JSON.stringify(refusal)}`,
      );
}

function plantRole(store: Store, role: Json): void {
  const id = idOf(role, 'role', 'roles').toLowerCase();
  if (findRole(store, id) !== undefined) return;
  const { name, description, metadata, settings } = role;
  insertRole(store, {
    role: id,
    name: typeof name === 'string' ? name : id,
    description: typeof description === 'string' ? description : undefined,
    metadata: jsonText(metadata),
    settings: jsonText(settings),
  });
}

function plantBots(store: Store, bots: readonly Json[]): void {
  plantRecords(store, 'users', bots);
  for (const bot of bots) {
    const uid = idOf(bot, 'uid', 'bots').toLowerCase();
    if (uid.length > BOT_ID_LENGTH)
      throw new LocalServiceError(
        'bad-seed',
        `The uid of a bot has at most ${BOT_ID_LENGTH} characters: ${uid}`,
      );
    keepDocument(store, 'bots', uid, { uid });
  }
}

/** Source: limits of the reference. */
const BOT_ID_LENGTH = 50;

function plantCall(store: Store, given: Json): void {
  const id = idOf(given, 'sessionId', 'calls');
  const call = checkedCall(given);
  const started = call['startedAt'] ?? call['initiatedAt'];
  store.run(
    'INSERT INTO calls (session_id, started_at, record) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
    id,
    typeof started === 'number' ? started : store.seconds(),
    JSON.stringify(call),
  );
}

function idOf(thing: Json, field: string, list: string): string {
  const id = thing[field];
  if (typeof id === 'string' && id !== '') return id;
  throw new LocalServiceError('bad-seed', `One of the seed's ${list} has no ${field}.`);
}
