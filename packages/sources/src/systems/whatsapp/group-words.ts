/** The patterns of a language for the events of a group. */
export interface GroupWords {
  readonly created: RegExp;
  readonly named: RegExp;
  readonly added: RegExp;
  readonly joined: RegExp;
  readonly left: RegExp;
  readonly removed: RegExp;
  /** Forms of verbs that by themselves mean an act of the person who exported. */
  readonly own: Readonly<Record<'created' | 'added' | 'removed', RegExp>> | undefined;
  /** The word between the last two names of a list. */
  readonly and: string;
}

/** A pattern for any of several lines, in which `X` is a name, and `T` a title in quotation marks. */
function pattern(forms: readonly string[]): RegExp {
  const lines = forms.map((form) =>
    form.replaceAll(/X|T/g, (each) =>
      each === 'X' ? '(.{1,300}?)' : '["“„«] ?(.{1,120}?) ?["”“»]',
    ),
  );
  return new RegExp(`^(?:${lines.join('|')})\\.?$`, 'u');
}

/** The words of a language: lines for `pattern`. */
function wordsOf(
  lines: Readonly<Record<Exclude<keyof GroupWords, 'and' | 'own'>, readonly string[]>>,
  and: string,
  own?: Readonly<Record<'created' | 'added' | 'removed', readonly string[]>>,
): GroupWords {
  const { created, named, added, joined, left, removed } = lines;
  return {
    created: pattern(created),
    named: pattern(named),
    added: pattern(added),
    joined: pattern(joined),
    left: pattern(left),
    removed: pattern(removed),
    own: own && {
      created: pattern(own.created),
      added: pattern(own.added),
      removed: pattern(own.removed),
    },
    and,
  };
}

export const groupWords: readonly GroupWords[] = [
  wordsOf(
    {
      created: ['X created (?:the )?group(?: T)?', 'X created this group'],
      named: [
        '.{1,100} changed the (?:subject|group name)(?: from .{1,130})? to T',
        '.{1,100} changed the group name from .{1,130} to T',
      ],
      added: ['X added X', 'X was added by X'],
      joined: [
        "X joined using (?:this group's|a group|an|your) (?:invite )?link",
        'X joined from the community',
        'X joined',
        'X was added',
      ],
      left: ['X left', 'X was removed'],
      removed: ['X removed X'],
    },
    'and',
  ),
  wordsOf(
    {
      created: ['X ha(?:t|st) (?:die |diese )?Gruppe(?: T)? erstellt'],
      named: [
        '.{1,100} ha(?:t|st) den (?:Betreff|Gruppennamen) (?:von .{1,130} )?(?:zu|in) T geändert',
      ],
      added: ['X ha(?:t|st) X hinzugefügt'],
      joined: [
        'X ist (?:dieser Gruppe )?(?:über|mit) .{1,60} beigetreten',
        'X wurdest hinzugefügt',
        'X wurde hinzugefügt',
      ],
      left: [
        'X hat (?:die Gruppe|diese Gruppe) verlassen',
        'X hast (?:die Gruppe|diese Gruppe) verlassen',
        'X wurde entfernt',
      ],
      removed: ['X ha(?:t|st) X entfernt'],
    },
    'und',
  ),
  wordsOf(
    {
      created: ['X (?:creó|ha creado|creaste) el grupo T', 'X creó este grupo'],
      named: [
        '.{1,100} (?:cambió|cambiaste) (?:el asunto|el nombre)(?: del grupo)? (?:de .{1,130} )?a T',
      ],
      added: ['X (?:añadió|agregó|añadiste|agregaste) a X', 'X te (?:añadió|agregó)'],
      joined: ['X se unió (?:usando|mediante|con|a través) .{1,60}', 'Se (?:añadió|agregó) a X'],
      left: ['X salió(?: del grupo)?', 'Se eliminó a X'],
      removed: ['X (?:eliminó|eliminaste) a X'],
    },
    'y',
    {
      created: ['Creaste (?:el|este) grupo(?: T)?'],
      added: ['(?:Añadiste|Agregaste) a X'],
      removed: ['Eliminaste a X'],
    },
  ),
  wordsOf(
    {
      created: ['X a(?:vez)? créé (?:le|ce) groupe(?: T)?'],
      named: [
        '.{1,100} a(?:vez)? (?:changé|modifié) (?:le sujet|le nom du groupe) (?:de .{1,130} )?(?:à|en|pour) T',
      ],
      added: ['X a(?:vez)? ajouté X'],
      joined: ['X a rejoint .{1,80}', 'X a été ajouté(?:e|\\(e\\))?'],
      left: [
        'X a quitté(?: le groupe)?',
        'X est parti(?:e|\\(e\\))?',
        'X a été retiré(?:e|\\(e\\))?',
      ],
      removed: ['X a(?:vez)? (?:retiré|supprimé|exclu) X'],
    },
    'et',
  ),
  wordsOf(
    {
      created: ['X (?:criou|criaste) (?:o|este) grupo(?: T)?'],
      named: [
        '.{1,100} (?:mudou|alterou) (?:o assunto|o nome)(?: do grupo)? (?:de .{1,130} )?para T',
      ],
      added: ['X (?:adicionou|adicionaste) X'],
      joined: ['X entrou (?:usando|através|por|com) .{1,60}', 'X foi adicionad[oa](?:\\(a\\))?'],
      left: ['X saiu(?: do grupo)?', 'X foi removid[oa](?:\\(a\\))?'],
      removed: ['X (?:removeu|removeste) X'],
    },
    'e',
  ),
  wordsOf(
    {
      created: ['X (?:ha|hai) creato (?:il|questo) gruppo(?: T)?'],
      named: [
        ".{1,100} ha (?:cambiato|modificato) (?:l'oggetto|il nome)(?: del gruppo)? (?:da .{1,130} )?(?:a|in) T",
      ],
      added: ['X (?:ha|hai) aggiunto X'],
      joined: [
        'X si è unit[oa](?:/a)? .{1,80}',
        'X è entrat[oa](?:/a)? .{1,80}',
        'X è stat[oa] aggiunt[oa]',
      ],
      left: [
        'X ha abbandonato(?: il gruppo)?',
        'X è uscit[oa](?: dal gruppo)?',
        'X è stat[oa] rimoss[oa]',
      ],
      removed: ['X (?:ha|hai) rimosso X'],
    },
    'e',
    {
      created: ['Hai creato (?:il|questo) gruppo(?: T)?'],
      added: ['Hai aggiunto X'],
      removed: ['Hai rimosso X'],
    },
  ),
  wordsOf(
    {
      created: ['X (?:heeft|hebt) (?:de |deze )?groep(?: T| .{1,120})? (?:gemaakt|aangemaakt)'],
      named: [
        '.{1,100} heeft (?:het onderwerp|de groepsnaam) (?:van .{1,130} )?(?:gewijzigd )?(?:in|naar) T(?: gewijzigd)?',
      ],
      added: ['X (?:heeft|hebt) X toegevoegd'],
      joined: ['X is toegetreden .{1,60}', 'X is toegevoegd'],
      left: ['X heeft de groep verlaten', 'X is weggegaan', 'X is verwijderd'],
      removed: ['X (?:heeft|hebt) X verwijderd'],
    },
    'en',
  ),
];
