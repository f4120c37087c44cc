import { type InputKind } from '@chatferry/contract';
import { withoutDigraphs } from '@chatferry/parsers';

/** The meaning of words in the values of a column, by field. In lower case and without accents. */
const meanings: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  scope: {
    admin:
      'admin admins administrator owner creator founder host lead leader chief head chef leiter besitzer eigentumer administrateur proprietaire createur administrador propietario dono proprietario criador superadmin',
    moderator:
      'moderator mod mods operator op officer coordinator organizer moderateur moderador moderatoren',
    participant:
      'participant participants member members user users normal default regular guest observer viewer reader subscriber listener mitglied teilnehmer gast nutzer benutzer membre utilisateur invite participante miembro usuario invitado membro convidado none',
  },
  type: {
    public:
      'public open offentlich offen o c channel publique ouvert publico publica abierto aberto everyone',
    private:
      'private closed p g secret hidden restricted invite privat geschlossen geheim prive privee ferme privado privada cerrado fechado mpim group direct d dm im pair single p2p personal one-to-one 1:1 direkt',
    password: 'password protected passwort',
  },
  receiverType: {
    user: 'user users direct d dm im private p2p single one-to-one 1:1 direkt benutzer person privat prive privado pm pair personal',
    group:
      'group groups channel room chat team public gruppe groupe grupo raum kanal sala salon mpim topic thread',
  },
  messageType: {
    text: 'text txt message msg plain plaintext chat nachricht texte texto m.text default',
    image: 'image images img screenshot photo picture pic bild foto imagen imagem m.image',
    audio: 'audio aud voice voicenote voicemessage sound sprachnachricht voz m.audio vocal',
    video: 'video vid film clip m.video',
    file: 'file document doc attachment datei anhang fichier archivo arquivo documento m.file pdf',
  },
};

const enums: Readonly<Record<string, string>> = {
  'members.scope': 'scope',
  'groups.type': 'type',
  'messages.receiverType': 'receiverType',
  'messages.type': 'messageType',
};

/** The words for the values of an enumerated field, by the name that `valueMapOf` takes; undefined for other fields. */
export function wordsOf(kind: InputKind, field: string): string | undefined {
  return enums[`${kind}.${field}`];
}

/** The meanings of values, and the unknown values. */
export interface ValueMap {
  /** Value of the file → value of the field; only values that differ, unless all are needed. */
  readonly values: Readonly<Record<string, string | boolean>>;
  readonly unknown: readonly string[];
}

/** @param field `scope`, `type` (of groups), `receiverType` or `messageType` */
export function valueMapOf(field: string, values: Iterable<string>): ValueMap {
  const targets = meanings[field] ?? {};
  const found: Record<string, string> = {};
  const unknown: string[] = [];
  for (const value of values) {
    // `channel_admin` is also an admin.
    const whole = plain(value);
    const words = [whole, whole.replaceAll(/[\s_:-]/g, ''), whole.split(/[\s_:-]/).at(-1)!].flatMap(
      (word) => [word, withoutDigraphs(word)],
    );
    const target = words
      .map((word) => Object.keys(targets).find((each) => targets[each]!.split(' ').includes(word)))
      .find((each) => each !== undefined);
    if (target === undefined) unknown.push(value);
    else found[value] = target;
  }
  return { values: found, unknown };
}

function plain(value: string): string {
  return value.trim().toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '');
}
