import { withoutDigraphs } from './digraphs.ts';
import { wordsIn } from './words-in.ts';

/** Why a row may not be visible to everyone, as a name or a value shows. */
export type Withheld = 'deleted' | 'draft' | 'internal' | 'hidden' | 'left';

/** Words of several languages. As names they may begin with `is` and end with `at`, `by`, `for` and the like. */
const written: Readonly<Record<Exclude<Withheld, 'left'>, string>> = {
  deleted: [
    'deleted delete deletion removed recalled recall revoked revoke retracted unsent unsend withdrawn trash trashed bin erased purged expunged wiped tombstone tombstoned destroyed',
    'gelöscht lösch löschen löschung entfernt zurückgezogen widerrufen papierkorb verwijderd gewist prullenbak raderad borttagen slettet poistettu',
    'supprimé supprimée supprimer suppression effacé effacée corbeille',
    'eliminado eliminada eliminación borrado borrada borrar suprimido suprimida papelera',
    'apagado apagada excluído excluída exclusão removido removida deletado deletada lixeira',
    'eliminato eliminata cancellato cancellata rimosso rimossa cestino',
    'usunięty usunięta usunięte skasowany smazáno smazaný smazaná odstraněno törölt törölve șters ștearsă silindi silinmiş dihapus terhapus',
    'удалено удален удалена удалён видалено видалений изтрит избрисано διαγραμμένο',
    '删除 已删除 刪除 已刪除 撤回 已撤回 削除 削除済み 삭제 삭제됨 محذوف حذف נמחק ลบแล้ว',
  ].join(' '),
  draft:
    'draft drafts unpublished entwurf entwürfe brouillon brouillons borrador borradores rascunho rascunhos bozza bozze koncept concept szkic utkast taslak черновик чернетка 草稿 下書き',
  internal:
    'internal intern interne interno interna whisper staffonly agentonly adminonly privatenote internalnote внутренний 内部',
  hidden:
    'hidden invisible shadowbanned versteckt verborgen ausgeblendet unsichtbar masqué masquée caché cachée oculto oculta escondido escondida nascosto nascosta ukryty gizli dold skjult скрыто скрытый 隐藏 隱藏 非表示',
};

const reasons = new Map<string, Withheld>(
  Object.entries(written).flatMap(([reason, words]) =>
    wordsIn(words).map((word) => [word, reason as Withheld] as const),
  ),
);

const ENDS =
  /(at|by|for|on|flag|time|date|status|state|ts|am|von|datum|zeit|zeitpunkt|kennzeichen|vermerk)$/;

/** With any of these words, a name describes a permission, or something other than the row. */
const otherwise: ReadonlySet<string> = new Set(
  'can may allow allowed able permission request requested token reason count num number after before deletable removable'.split(
    ' ',
  ),
);

const left =
  /^(is|has|was)?(left|departed|kicked|banned|expelled|exited|quit)(at|on|by|date|time|ts)?$/;

/** As `withheldByName`, and also for columns of members that show that a member left: `left_at`, `isBanned`. */
export function withheldOf(kind: string, name: string): Withheld | undefined {
  const isOfMembers = kind === 'members' && left.test(wordsIn(name).join(''));
  return isOfMembers ? 'left' : withheldByName(name);
}

/** The reason to withhold rows that the name of a column contains: `is_del`, `deletedFor`, `recalledAt`; undefined for other names. */
export function withheldByName(name: string): Withheld | undefined {
  const words = wordsIn(name);
  if (/^(is|was|has)?del(flag|status|state)?$/.test(words.join(''))) return 'deleted';
  if (words.some((word) => otherwise.has(word))) return undefined;
  const found = wordThatSays(words);
  // An internal id is not the id of something internal.
  return found !== 'deleted' && words.includes('id') ? undefined : found;
}

function wordThatSays(words: readonly string[]): Withheld | undefined {
  for (const word of words) {
    const bare = word.replace(/^(is|was|has)(?=.{3})/, '');
    const found = [word, bare, bare.replace(ENDS, ''), word.replace(ENDS, '')]
      .flatMap((each) => [each, withoutDigraphs(each)])
      .map((each) => reasons.get(each))
      .find((each) => each !== undefined);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The reason to withhold a row that a value contains: `deleted`, `DELETED_BY_USER`, `private_note`; undefined for other values. */
export function withheldByValue(value: string): Withheld | undefined {
  const words = wordsIn(value);
  if (words.length > 4) return undefined;
  if (words.includes('note') && words.some((word) => word === 'private' || word === 'internal'))
    return 'internal';
  const reasonsOf = words.map((word) => reasons.get(word) ?? reasons.get(withoutDigraphs(word)));
  const at = reasonsOf.findIndex((reason) => reason !== undefined);
  // `member_removed` is about a member.
  const isOfRow = words.slice(0, Math.max(0, at)).every((word) => before.has(word));
  return isOfRow ? reasonsOf[at] : undefined;
}

/** Words that may come before the word for the reason. */
const before: ReadonlySet<string> = new Set(
  'is was has been soft hard self permanently message msg post comment chat'.split(' '),
);

const tableOf = (words: string): ReadonlySet<string> => new Set(wordsIn(words));

/** Names of flags whose false value hides a row, each with the reason. */
const shown: readonly (readonly [ReadonlySet<string>, Withheld])[] = [
  [
    tableOf('visible shown sichtbar visível visibile zichtbaar synlig видимый видимо 可见 可見'),
    'hidden',
  ],
  [
    tableOf('published veröffentlicht publié publiée publicado publicada pubblicato gepubliceerd'),
    'draft',
  ],
];

/** Names of flags whose false value may hide a row, depending on the app. */
const perhapsShown = tableOf(
  'approved active enabled genehmigt freigegeben aktiv approuvé aprobado',
);

const notes = tableOf('note notes notiz notizen nota notas anmerkung bemerkung opmerking remarque');
const secluded = tableOf(
  'private privat privé privée privado privada privato privata prywatny приватный 私有 私密 非公開 비공개',
);
const open = tableOf(
  'public öffentlich publique público pública pubblico pubblica openbaar offentlig публичный 公开 公開 공개',
);

/** The word in the name of a flag for notes, or for privacy. Private may also mean a message to one person. */
export function calledPrivate(name: string): 'note' | 'private' | 'public' | undefined {
  const words = bareWords(name);
  if (words.some((word) => notes.has(word))) return 'note';
  if (words.some((word) => secluded.has(word))) return 'private';
  return words.some((word) => open.has(word)) ? 'public' : undefined;
}

function bareWords(name: string): string[] {
  return wordsIn(name)
    .map((word) => word.replace(/^is(?=.{4})/, ''))
    .flatMap((word) => [word, withoutDigraphs(word)]);
}

/** Values that show that a column is from a help desk, which calls messages to customers so. Notes next to them are for the staff. */
const visibleToCustomers =
  /^(comment|reply|public|email|e-mail|incoming|outgoing|forward|response)s?$/i;

/** Values of a state or type that are for the staff only, judged together with the other values. */
export function internalAmong(name: string, values: readonly string[]): readonly string[] {
  const isVisibility = wordsIn(name).some((word) => visibilities.has(word));
  const isHelpDesk = values.some((value) => visibleToCustomers.test(value));
  return values.filter((value) => {
    const words = wordsIn(value);
    if (isHelpDesk && words.length > 0 && words.every((word) => notes.has(word))) return true;
    if (!isVisibility) return false;
    return forFew.test(value) || (words.length === 1 && secluded.has(words[0]!));
  });
}

const visibilities = tableOf('visibility privacy visible sichtbarkeit visibilité visibilidad');
const forFew = /^(agents?|staff|team|restricted|only_?me|me)$/i;

/** The reason to withhold rows with a false value that a name such as `is_visible` contains. */
export function withheldWhenFalse(name: string): Withheld | undefined {
  const words = bareWords(name);
  return shown.find(([table]) => words.some((word) => table.has(word)))?.[1];
}

/** Whether a false value may be a reason to withhold a row, as in `approved`. */
export function mayWithholdWhenFalse(name: string): boolean {
  return bareWords(name).some((word) => perhapsShown.has(word));
}

const states: ReadonlySet<string> = new Set(
  wordsIn(
    'status state moderation review type subtype kind part visibility privacy category flag flags label labels folder box mailbox scope mode event action class zustand sichtbarkeit ordner statut état dossier estado situação carpeta pasta stato stan durum статус тип 状态 状態 类型 類型 상태',
  ),
);

/** `msgstatus`, `Nachrichtentyp`, `Löschkennzeichen`. */
const compoundState = /(status|state|flags?|type?|kennzeichen)$/;

/** Whether a column is named after a state or a type, so that its values describe the row. */
export function isCalledState(name: string): boolean {
  return wordsIn(name).some((word) => states.has(word) || compoundState.test(word));
}

/** Values of messages that were not sent or not written by a person, and of notes. Whether others saw them depends on the app. */
const unsure: Readonly<Record<string, readonly string[]>> = {
  'was not sent or not let through': wordsIn(
    'scheduled queued failed spam rejected pending moderated quarantined error unapproved',
  ),
  'was not written by a person': wordsIn(
    'system call videocall voicecall missedcall calllog join joined leave left added event activity notification bot automated',
  ),
  'may be a note that not everybody sees': wordsIn('note private notes confidential agents staff'),
};

/** Values of the state of a membership. */
const unsureOfMembers: Readonly<Record<string, readonly string[]>> = {
  'is no member any more': wordsIn(
    'left departed kicked banned expelled exited quit inactive former blocked',
  ),
  'is no member yet': wordsIn('pending invited requested declined rejected waiting'),
};

const unsureBy: Readonly<Record<string, typeof unsure>> = {
  messages: unsure,
  members: unsureOfMembers,
};

/** The reason why a row with this value may have to be withheld; undefined for other values. */
export function unsureByValue(kind: string, value: string): string | undefined {
  const words = wordsIn(value);
  const table = unsureBy[kind] ?? {};
  if (words.length > 3) return undefined;
  return Object.keys(table).find((reason) => words.some((word) => table[reason]!.includes(word)));
}

/** Whether apps write this text instead of a deleted message. */
export function standsForDeleted(text: string): boolean {
  return (
    text.length <= 60 &&
    /^[\W_]*(this |the |your |you )?(message|post|comment)?( was| has been| is)? ?(deleted|removed|unsent|recalled)( (this|a) message| by .{1,30}| message)?[\W_]*$/i.test(
      text,
    )
  );
}
