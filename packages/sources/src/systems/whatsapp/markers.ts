/**
 * The texts that WhatsApp writes in place of content, in the known languages. `docs/systems/whatsapp.md` lists them. Texts are compared
 * without marks of direction, without a full stop, and in lower case.
 */

const deleted = [
  'this message was deleted',
  'you deleted this message',
  'diese nachricht wurde gelöscht',
  'du hast diese nachricht gelöscht',
  'se eliminó este mensaje',
  'este mensaje fue eliminado',
  'mensaje eliminado',
  'eliminaste este mensaje',
  'ce message a été supprimé',
  'vous avez supprimé ce message',
  'tu as supprimé ce message',
  'questo messaggio è stato eliminato',
  'hai eliminato questo messaggio',
  'esta mensagem foi apagada',
  'mensagem apagada',
  'você apagou esta mensagem',
  'apagou esta mensagem',
  'esta mensagem foi eliminada',
  'eliminou esta mensagem',
  'dit bericht is verwijderd',
  'dit bericht werd verwijderd',
  'je hebt dit bericht verwijderd',
  'u hebt dit bericht verwijderd',
  'bu mesaj silindi',
  'bu mesajı sildiniz',
  'pesan ini dihapus',
  'pesan ini telah dihapus',
  'anda menghapus pesan ini',
  'данное сообщение удалено',
  'сообщение удалено',
  'вы удалили данное сообщение',
  'вы удалили это сообщение',
  'ta wiadomość została usunięta',
  'ta wiadomość została skasowana',
  'usunięto tę wiadomość',
  'הודעה זו נמחקה',
  'מחקת הודעה זו',
  'تم حذف هذه الرسالة',
  'لقد حذفت هذه الرسالة',
  'यह मैसेज हटा दिया गया',
  'यह संदेश हटा दिया गया',
  'आपने यह मैसेज मिटाया',
  '此消息已被删除',
  '这条消息已被删除',
  '消息已删除',
  '您已删除这条消息',
  '你已删除此消息',
  '此訊息已被刪除',
  '這則訊息已被刪除',
  '您已刪除此訊息',
  '你已刪除此訊息',
  'このメッセージは削除されました',
  '삭제된 메시지입니다',
  '이 메시지는 삭제되었습니다',
  'det här meddelandet raderades',
  'du raderade det här meddelandet',
  'denne besked blev slettet',
  'du slettede denne besked',
  'denne meldingen ble slettet',
  'du slettet denne meldingen',
  'tämä viesti poistettiin',
  'poistit tämän viestin',
  'tato zpráva byla smazána',
  'tuto zprávu jste smazali',
  'acest mesaj a fost șters',
  'ați șters acest mesaj',
  'αυτό το μήνυμα διαγράφηκε',
  'διαγράψατε αυτό το μήνυμα',
  'ezt az üzenetet törölték',
  'це повідомлення видалено',
  'ви видалили це повідомлення',
  'ova je poruka izbrisana',
  'tin nhắn này đã bị xóa',
  'bạn đã xóa tin nhắn này',
];

const byAdmin = /^(?:this message was deleted by admin|diese nachricht wurde von admin) .{1,100}$/;

const edited = [
  'this message was edited',
  'diese nachricht wurde bearbeitet',
  'se editó este mensaje',
  'este mensaje fue editado',
  'mensaje editado',
  'ce message a été modifié',
  'questo messaggio è stato modificato',
  'mensagem editada',
  'esta mensagem foi editada',
  'dit bericht is bewerkt',
  'bu mesaj düzenlendi',
  'pesan ini diedit',
  'данное сообщение изменено',
  'ta wiadomość została edytowana',
  'הודעה זו נערכה',
];

/** The texts in place of files in an export without media. Android does not name their kind. */
const omitted = [
  'media omitted',
  'medien ausgeschlossen',
  'multimedia omitido',
  'archivo omitido',
  'mídia oculta',
  'arquivo de mídia oculto',
  'ficheiro não revelado',
  'médias omis',
  'media omessi',
  'media omesso',
  'media weggelaten',
  'medya dahil edilmedi',
  'без медиафайлов',
  'файл пропущен',
  'media tidak disertakan',
  'media dihilangkan',
  'pominięto multimedia',
  'מדיה הוסתרה',
  'תמונה הושמטה',
  'המדיה הושמטה',
  'המדיה לא נכללה',
  'मीडिया के बिना',
  '省略多媒体文件',
  '忽略多媒體檔',
  'メディアは含まれていません',
  '미디어 파일을 제외한 내보낸 채팅',
];

/** The words that iOS writes after the kind of a file. */
const omittedKind =
  /^(\S.{1,40}?) (?:omitted|weggelassen|ausgelassen|omitid[oa]|ocultad[oa]|absente?|omise?|manquante?|omess[oa]|weggelaten|dahil edilmedi|отсутствует|dihilangkan|pominięto)$/;

/** Words after the name of a file. */
const attached = [
  'file attached',
  'datei angehängt',
  'archivo adjunto',
  'fichier joint',
  'file allegato',
  'arquivo anexado',
  'ficheiro anexado',
  'bestand bijgevoegd',
  'bestand toegevoegd',
  'dosya ekli',
  'file terlampir',
  'файл добавлен',
  'plik w załączniku',
  'załączono plik',
  'קובץ מצורף',
  'الملف مرفق',
  'ملف مرفق',
  'फ़ाइल संलग्न है',
  '文件附件',
  '檔案已附加',
  'ファイル添付',
  '파일 첨부됨',
];

/** Texts in place of a message that the phone had not received. */
const waiting = [
  'waiting for this message. this may take a while',
  'warten auf diese nachricht. dies kann eine weile dauern',
  'esperando el mensaje. esto puede tardar un poco',
  'aguardando mensagem. essa ação pode levar alguns instantes',
];

/** The beginning of the notice of encryption, whose mark some programs remove. */
const notice =
  /^(?:messages (?:and calls are|to this (?:chat|group))|nachrichten und anrufe sind|los mensajes y las llamadas|les messages et les appels|as mensagens e as|i messaggi e le chiamate|berichten en oproepen) /;

/** A part of the notice at the beginning of most chats. */
const encryption =
  /end-to-end|ende-zu-ende|extremo a extremo|bout en bout|ponta a ponta|uçtan uca|сквозн|מקצה לקצה|تامّ?|端到端|端對端|エンドツーエンド|종단간/;

const sets = [deleted, edited, omitted, attached].map((words) => new Set(words));
const [deletedSet, editedSet, omittedSet, attachedSet] = sets as [
  Set<string>,
  Set<string>,
  Set<string>,
  Set<string>,
];

const marks = /[\u200E\u200F\u061C\u202A-\u202E\u2066-\u2069\uFEFF]/g;

/** A text without marks of direction. */
export function withoutMarks(text: string): string {
  return text.replaceAll(marks, '');
}

/** A text without marks of direction, and with one kind of blank. Names of files may have other blanks. */
export function withPlainBlanks(text: string): string {
  return withoutMarks(text).replaceAll(/[\u00A0\u2007\u2009\u202F\u3000]/g, ' ');
}

/** The form in which texts are compared. */
export function plainForm(text: string): string {
  return withPlainBlanks(text)
    .normalize('NFC')
    .trim()
    .replace(/[.。]$/, '')
    .toLowerCase();
}

export function isDeleted(plain: string): boolean {
  return deletedSet.has(plain) || byAdmin.test(plain);
}

export function isEditedMark(plain: string): boolean {
  return editedSet.has(plain);
}

export function isAttachedMark(plain: string): boolean {
  return attachedSet.has(plain);
}

/** Whether a text is from WhatsApp although nothing marks it. */
export function isOwnText(plain: string): boolean {
  return waiting.includes(plain) || (notice.test(plain) && isEncryptionNotice(plain));
}

export function isEncryptionNotice(text: string): boolean {
  return encryption.test(text.toLowerCase());
}

/** The kind of a file that the export lacks; undefined for any other text. @param isMarked whether WhatsApp marked it */
export function omittedFile(plain: string, isMarked: boolean): string | undefined {
  const inBrackets = /^<(.+)>$/.exec(plain)?.[1];
  if (inBrackets !== undefined)
    return omittedSet.has(inBrackets.replace(/[.。]$/, '')) ? 'media' : undefined;
  const kind = omittedKind.exec(plain)?.[1];
  return kind !== undefined && (isMarked || kinds.has(kind)) ? kind : undefined;
}

/** Texts that English phones write without a mark of direction. */
const kinds = new Set([
  'image',
  'video',
  'audio',
  'sticker',
  'gif',
  'document',
  'contact card',
  'video note',
]);
