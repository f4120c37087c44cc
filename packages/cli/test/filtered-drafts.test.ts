import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { openPlan } from '@chatferry/planner';
import { expect, test } from 'vitest';
import { recordsOfRows } from './support/records-of-rows.ts';
import { type Rig, startRig } from './support/rig.ts';

/** A column of messages by file, with its values, and which rows the untouched draft leaves out, from 0. */
const columns: Readonly<
  Record<string, readonly [name: string, values: readonly string[], out: readonly number[]]>
> = {
  // A word of a state.
  status: ['status', ['seen', 'unseen', 'deleted', 'seen'], [2]],
  state: ['message_state', ['SENT', 'DELETED_BY_SENDER', 'SENT', 'SENT'], [1]],
  type: ['type', ['text', 'text', 'recalled', 'text'], [2]],
  status_de: ['zustand', ['gesendet', 'gelöscht', 'gesendet', 'gesendet'], [1]],
  status_zh: ['状态', ['正常', '已删除', '正常', '正常'], [1]],
  visibility: ['visibility', ['public', 'internal', 'public', 'private'], [1, 3]],
  part: ['part_type', ['comment', 'note', 'comment', 'comment'], [1]],
  note: ['kind', ['reply', 'private_note', 'reply', 'reply'], [1]],
  draft: ['message_status', ['sent', 'draft', 'sent', 'sent'], [1]],
  // A flag, in several spellings.
  is_del: ['is_del', ['0', '1', '0', '0'], [1]],
  del_flag: ['del_flag', ['N', 'Y', 'N', 'N'], [1]],
  recalled: ['recalled', ['false', 'true', 'false', 'false'], [1]],
  unsent: ['isUnsent', ['f', 't', 'f', 'f'], [1]],
  trashed: ['trashed', ['', '1', '', ''], [1]],
  hidden: ['hidden', ['False', 'True', 'False', 'False'], [1]],
  is_draft: ['is_draft', ['no', 'yes', 'no', 'no'], [1]],
  is_note: ['is_note', ['0', '1', '0', '0'], [1]],
  geloescht: ['gelöscht', ['nein', 'ja', 'nein', 'nein'], [1]],
  supprime: ['supprimé', ['non', 'oui', 'non', 'non'], [1]],
  visible: ['is_visible', ['1', '0', '1', '1'], [1]],
  losch: ['Löschstatus', ['nein', 'ja', 'nein', 'nein'], [1]],
  losch_words: ['Löschstatus', ['aktiv', 'gelöscht', 'aktiv', 'aktiv'], [1]],
  loeschkz: ['LOESCHKENNZEICHEN', ['', 'J', '', ''], [1]],
  effacee: ['statut', ['envoyé', 'supprimée', 'envoyé', 'lu'], [1]],
  estado: ['estado', ['enviado', 'eliminado', 'visto', 'enviado'], [1]],
  ukr: ['статус', ['надіслано', 'видалено', 'надіслано', 'надіслано'], [1]],
  sichtbar: ['sichtbar', ['ja', 'nein', 'ja', 'ja'], [1]],
  publie: ['publié', ['oui', 'non', 'oui', 'oui'], [1]],
  folder: ['folder', ['inbox', 'trash', 'inbox', 'sent'], [1]],
  hidden_at: ['hidden_at', ['', '1700000009', '', ''], [1]],
  none_yet: ['is_deleted', ['0', '0', '0', '0'], []],
  // A time, or who did it.
  revoked: ['revokedAt', ['', '1700000009', '', ''], [1]],
  deleted_at: ['deleted_at', ['0', '1700000009', '0', '0'], [1]],
  deleted_by: ['deleted_by', ['', 'u1', '', ''], [1]],
  // What only sounds like it, or is not certain.
  can: ['canDelete', ['0', '1', '0', '0'], []],
  id: ['internal_id', ['0', '1', '0', '0'], []],
  event: ['type', ['message', 'member_removed', 'message', 'message'], []],
  number: ['numero_del_mensaje', ['0', '1', '0', '0'], []],
  public: ['public', ['true', 'false', 'true', 'true'], []],
  approved: ['is_approved', ['1', '0', '1', '1'], []],
  privado: ['privado', ['no', 'sí', 'no', 'no'], []],
  private: ['private', ['0', '1', '0', '0'], []],
  every: ['deleted', ['1', '1', '1', '1'], []],
  call: ['type', ['text', 'call', 'text', 'system'], []],
};

function writeExport(rig: Rig): void {
  mkdirSync(rig.export);
  for (const [file, [name, values]] of Object.entries(columns)) {
    const rows = values.map(
      (value, nth) =>
        `${file}-${nth},u${nth % 3},r1,Hello number ${nth} to you,170000000${nth},${value}\n`,
    );
    const header = `id,sender_id,room_id,body,sent_at,${name}\n`;
    writeFileSync(path.join(rig.export, `messages-${file}.csv`), header + rows.join(''));
  }
}

const made = 'onMissingUser,onMissingGroup,senderNotMember';

async function plannedIds(rig: Rig, accept: string): Promise<string[]> {
  const config = path.join(rig.folder, 'chatferry.yaml');
  const args = [`--config=${config}`, '--force', '--quiet', `--accept=${accept}`];
  const drafted = await rig.cli(['init', rig.export, ...args]);
  expect(drafted).toMatchObject({ status: 0, err: '' });
  await rig.cli(['plan', `--config=${config}`, '--retention-months=none']);
  using plan = openPlan(path.join(rig.job, 'plan.sqlite'));
  return recordsOfRows(plan, 'messages').map(({ muid }) => String(muid));
}

test('what was deleted, and drafts, notes and hidden rows, are left out by the untouched draft', async () => {
  await using rig = await startRig();
  writeExport(rig);

  const ids = await plannedIds(rig, made);

  for (const [file, [, values, out]] of Object.entries(columns)) {
    const missing = values.flatMap((_, nth) => (ids.includes(`${file}-${nth}`) ? [] : [nth]));
    expect({ file, missing }).toEqual({ file, missing: out });
  }
});

test('each filter has a name that turns it off, and what is less certain has one that turns it on', async () => {
  await using rig = await startRig();
  writeExport(rig);
  const names =
    'messages-status.keep-status,messages-private.without-private,messages-call.without-call';

  const ids = await plannedIds(rig, `${made},${names}`);
  const { out } = await rig.cli([
    'plan',
    `--config=${path.join(rig.folder, 'chatferry.yaml')}`,
    '--retention-months=none',
  ]);

  expect(ids).toContain('status-2');
  expect(ids).not.toContain('private-1');
  expect(ids).not.toContain('call-1');
  expect(out).toMatch(/1 message where del_flag is/);
  expect(out).not.toMatch(/messages-status\.csv: status is .* nothing reads it/); // that it stays is decided
});

test('deletions in lists and objects of JSON, and texts that stand for one', async () => {
  await using rig = await startRig();
  const rows = [
    { deletedFor: [], text: 'Hello to you' },
    { deletedFor: ['u1'], text: 'Only for me' },
    { deletedFor: [], text: 'This message was deleted' },
    { deletedFor: [], text: 'This message was deleted' },
    { text: 'Hello again', meta: { deleted: true } },
    { text: 'Good morning', flags: ['starred', 'deleted'] },
    { text: 'Good evening', flags: ['starred'] },
    { text: 'And again to you', meta: { deletedFor: ['u2'] } },
  ].map((row, nth) => ({ id: `m${nth}`, from: 'u1', to: 'u2', time: 1_700_000_000 + nth, ...row }));
  mkdirSync(rig.export);
  writeFileSync(path.join(rig.export, 'messages.json'), JSON.stringify(rows));

  expect(await plannedIds(rig, 'onMissingUser')).toEqual(['m0', 'm2', 'm3', 'm6']);
  expect(await plannedIds(rig, 'onMissingUser,messages.without-stand-ins')).toEqual(['m0', 'm6']);
});
