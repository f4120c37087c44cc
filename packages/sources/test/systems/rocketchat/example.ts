import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { Long, ObjectId, serialize } from 'bson';
import { readAll, type WholeExport } from '../../read-all.ts';
import { testFolder } from '../../zip-file.ts';

/** Ids of users, and what they are in the app. */
export const [mira, theo] = ['LdBZ7kPxtKESyHPEe', '9xTheoQ2mYwKd4RtB'] as const;
export const [miraUid, theoUid, catUid] = [
  'ldbz7kpxtkesyhpee',
  '9xtheoq2mywkd4rtb',
  'rocket_cat_3qxj98',
] as const;
export const direct = `${mira}${theo}`;

export type Collections = Readonly<Record<string, readonly object[]>>;

export function message(fields: object = {}): object {
  return {
    _id: 'm1',
    rid: 'GENERAL',
    u: { _id: mira, username: 'mira', name: 'Mira' },
    msg: 'hello',
    ts: { $date: '2025-01-10T03:10:30.905Z' },
    ...fields,
  };
}

const asTheo = { _id: theo, username: 'theo' };

/** The example of the dump's description, with subscriptions. */
export const collections: Collections = {
  users: [
    {
      _id: mira,
      username: 'mira',
      name: 'Mira Okafor',
      emails: [{ address: 'mira@example.com', verified: true }],
      type: 'user',
      active: true,
      roles: ['user', 'admin'],
      createdAt: { $date: '2024-03-01T09:00:00.000Z' },
      services: { password: { bcrypt: 'secret-hash' }, resume: { loginTokens: ['secret-login'] } },
    },
    {
      _id: theo,
      username: 'theo.l',
      type: 'user',
      active: false,
      roles: ['user'],
      createdAt: { $date: { $numberLong: '1709283600000' } },
    },
    { _id: 'rocket.cat', username: 'rocket.cat', name: 'Rocket.Cat', type: 'bot', roles: ['bot'] },
  ],
  rocketchat_room: [
    {
      _id: 'GENERAL',
      t: 'c',
      name: 'general',
      msgs: { $numberInt: '5' },
      usersCount: 2,
      ts: { $date: '2024-03-01T09:00:00.000Z' },
      description: null,
      joinCode: 'secret-code',
    },
    {
      _id: 'dSc1',
      t: 'p',
      prid: 'GENERAL',
      name: 'x7a',
      fname: 'About lunch',
      u: { _id: mira, username: 'mira' },
      ts: { $date: '2024-03-02T09:00:00.000Z' },
    },
    { _id: direct, t: 'd', uids: [mira, theo], usernames: ['mira', 'theo'], msgs: 1 },
  ],
  rocketchat_subscription: [
    member('GENERAL', asTheo, { ts: { $date: '2024-04-01T09:00:00.999Z' } }),
    member('GENERAL', { _id: mira, username: 'mira' }, { roles: ['owner'] }),
    member('dSc1', { _id: mira, username: 'mira' }, { roles: ['leader'] }),
  ],
  rocketchat_message: [
    message({
      msg: 'hi @theo and @all in #general',
      mentions: [
        { _id: theo, username: 'theo' },
        { _id: 'all', username: 'all' },
      ],
      channels: [{ _id: 'GENERAL', name: 'general' }],
      reactions: { ':clap:': { usernames: ['theo', 'left.long.ago'] } },
      tcount: 1,
      pinned: true,
    }),
    message({
      _id: 'm2',
      tmid: 'm1',
      tshow: true,
      u: asTheo,
      msg: '',
      ts: { $date: 1_736_478_630_905 },
      files: [
        { _id: 'up1', name: 'a.png', type: 'image/png', typeGroup: 'image' },
        { _id: 'up2', name: 'thumb-a.png', type: 'image/png', typeGroup: 'thumb' },
      ],
      attachments: [
        {
          type: 'file',
          title: 'a.png',
          title_link: '/file-upload/up1/a.png?rc_token=secret-token',
          image_url: '/file-upload/up1/a.png',
          description: 'our plan',
        },
      ],
    }),
    message({
      _id: 'm3',
      t: 'uj',
      u: asTheo,
      msg: 'theo',
      ts: { $date: '2025-01-10T03:11:00.000Z' },
    }),
    message({
      _id: 'm4',
      t: 'rm',
      u: { _id: 'gone123', username: 'gone' },
      msg: '',
      ts: { $date: '2025-01-10T03:12:00.000Z' },
      editedAt: { $date: '2025-01-10T03:13:00.000Z' },
    }),
  ],
};

export function member(rid: string, u: object, fields: object = {}): object {
  return { rid, u, open: true, ls: { $date: '2025-01-01T00:00:00Z' }, ...fields };
}

export type Form = 'lines' | 'pretty' | 'array' | 'bson' | 'bson.gz';

const endings = {
  lines: 'jsonl',
  pretty: 'json',
  array: 'json',
  bson: 'bson',
  'bson.gz': 'bson.gz',
};

export function bytesOf(documents: readonly object[], form: Form): Buffer {
  if (form === 'array') return Buffer.from(JSON.stringify(documents, undefined, 1));
  if (form === 'lines' || form === 'pretty') {
    const indent = form === 'lines' ? undefined : '\t';
    const texts = documents.map((each) => `${JSON.stringify(each, undefined, indent)}\n`);
    return Buffer.from(texts.join(''));
  }
  const bson = Buffer.concat(documents.map((each) => serialize(inBson(each) as object)));
  return form === 'bson' ? bson : gzipSync(bson);
}

/** Writes a dump as a folder. */
export function writeDump(folder: string, found: Collections, form: Form = 'lines'): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, documents] of Object.entries(found)) {
    writeFileSync(path.join(folder, `${name}.${endings[form]}`), bytesOf(documents, form));
    if (form.startsWith('bson')) writeFileSync(path.join(folder, `${name}.metadata.json`), '{}');
  }
}

/** What extended JSON stands for. */
function inBson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inBson);
  if (value === null || typeof value !== 'object' || value instanceof Uint8Array) return value;
  const {
    $date: date,
    $numberLong: long,
    $numberInt: int,
    $oid: id,
  } = value as Record<string, never>;
  if (date !== undefined)
    return new Date(Number.isFinite(inBson(date)) ? (inBson(date) as number) : date);
  if (long !== undefined) return Long.fromString(long).toNumber();
  if (int !== undefined) return Number(int);
  if (id !== undefined) return new ObjectId(id);
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, inBson(each)]));
}

/** Reads the example with other messages and with other collections. */
export async function readWith(
  messages: readonly object[],
  { options = {}, more = {} }: { readonly options?: object; readonly more?: Collections } = {},
): Promise<WholeExport> {
  using folder = testFolder();
  writeDump(folder.path, { ...collections, rocketchat_message: messages, ...more });
  return await readAll(folder.path, { options });
}
