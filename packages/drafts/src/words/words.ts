/**
 * The meanings of words in the names of columns, lists and files, in English, German, French, Spanish and Portuguese. In lower case and
 * without accents. Each word is listed once; a word with several meanings is listed in `conceptsOf`, by likelihood.
 */
export const words = {
  user: 'user users usr person people account accounts profile profiles contact customer client agent employee player benutzer nutzer teilnehmer anwender konto kontakt utilisateur utilisateurs compte usuario usuarios cuenta persona personas utilizador utilizadores conta pessoa pessoas student students teacher teachers staff driver drivers passenger passengers patient patients fahrer schuler lehrer mitarbeiter',
  member:
    'member members membership memberships participant participants subscriber subscription subscriptions mitglied mitglieder mitgliedschaft mitgliedschaften membre membres miembro miembros membro membros participante participantes abonne roster rosters',
  group:
    'group groups grp channel channels room rooms conversation conversations chat chats dialog dialogs thread threads forum forums topic topics space spaces team workspace gruppe gruppen raum raume kanal kanale unterhaltung thema themen groupe groupes salon salons salle canal canaux canales canais fil sujet sujets grupo grupos sala salas conversacion conversaciones conversa conversas tema temas hilo topico topicos guild guilds clan clans squad squads circle circles community communities',
  message:
    'message messages msg msgs post posts tweet tweets part parts reply comment comments nachricht nachrichten beitrag beitrage mitteilung mitteilungen mensaje mensajes mensagem mensagens publicacion commentaire messaggio',
  id: 'id ids uid guid uuid gid oid pk key no nr num number code nummer kennung schlussel identifiant identificador identifier identity numero cle chave codigo ident sid mid',
  name: 'name names nm nom nombre nome bezeichnung label',
  display:
    'display full real friendly complete anzeige voll vollstandiger angezeigter complet affiche completo completa mostrar exibicao',
  login:
    'login username handle screenname loginname benutzername nutzername pseudo pseudonyme apodo nick nickname nickname spitzname surnom alias',
  first: 'first fname given forename vor prenom vorname firstname givenname',
  last: 'last lname family surname nach nachname familienname lastname familyname apellido apellidos sobrenome famille',
  title: 'title subject headline titel betreff titre objet titulo asunto assunto uberschrift',
  slug: 'slug permalink shortname canonical clean normalized',
  avatar:
    'avatar picture pic photo image img bild foto profilbild imagen imagem icon icono icone logo portrait cover crest emblem badge banner wappen',
  thumb: 'thumb thumbnail thumbs thumbnails vorschaubild vignette miniatura',
  url: 'url uri link href src adresse website homepage site web webseite lien enlace sitio pagina page',
  path: 'path file datei pfad fichier archivo arquivo ficheiro attachment attachments anhang anhange piece jointe adjunto adjuntos anexo anexos media upload document',
  role: 'role roles scope rank position rolle rang funktion role fonction rol papel cargo funcion funcao level berechtigung nivel niveau rights permission permissions privilege',
  type: 'type typ kind art tipo genre category kategorie categorie categoria mode modus class klasse classe clase format',
  visibility:
    'visibility privacy access sichtbarkeit zugang visibilite acces visibilidad visibilidade acceso acesso',
  private: 'private privat prive privee privado privada closed secret geheim geschlossen hidden',
  public: 'public offentlich publique publico publica',
  owner:
    'owner creator founder besitzer eigentumer ersteller grunder proprietaire createur fondateur propietario creador fundador dono proprietario criador leader',
  admin: 'admin administrator administrateur administrador moderator leiter',
  sender:
    'sender outgoing from author autor auteur absender poster writer verfasser von expediteur emetteur remitente emisor remetente emissor submitter who',
  receiver:
    'receiver recv rcvr rcpt incoming to recipient target destination dst empfanger reciever recepient recipent an adressat destinataire destinatario vers para',
  text: 'text body content contents txt plaintext inhalt texte contenu corps texto contenido cuerpo conteudo corpo beschreibungstext',
  time: 'time date datetime timestamp ts stamp datum zeit zeitpunkt uhrzeit zeitstempel heure horodatage jour fecha hora data dia momento',
  sent: 'sent send posted written gesendet verschickt geschrieben envoye envoi enviado enviada envio publie publicado',
  created:
    'created create creation regdate registered registration registriert register signup joindate erstellt erstellung angelegt angemeldet registrierung cree creer creation inscrit inscription creado creada creacion alta registro criado criada criacao cadastro registrado started start opened founded gegrundet fonde fundado',
  joined:
    'joined join added entered since beigetreten beitritt eintritt seit rejoint ajoute arrivee unido ingreso ingresso entrada entrou adicionado anadido',
  updated:
    'updated modified changed edited edit update geandert bearbeitet anderung modifie maj modification actualizado modificado editado atualizado alterado',
  active:
    'active seen visit visited online activity lastseen lastvisit lastactive lastlogin aktiv aktivitat gesehen besuch actif connexion connecte vu activo conexion visto acceso ativo acessado',
  deleted:
    'deleted delete deactivated disabled removed left departure depart salida saida baja austritt inactive archived suspended trashed geloscht deaktiviert entfernt inaktiv supprime desactive eliminado borrado desactivado apagado excluido desativado removido',
  banned:
    'banned ban blocked blacklisted gesperrt gebannt blockiert verbannt banni bloque bloqueado baneado banido expulsado',
  delivered:
    'delivered received recieved zugestellt ausgeliefert livre livraison entrega entregado entregue recu recibido recebido',
  read: 'read gelesen lu lue lecture leido lectura lido leitura',
  tag: 'tag tags schlagworte schlagworter etiquettes etiquetas hashtags labels',
  metadata:
    'metadata meta attributes properties custom extra metadaten custom attrs props customdata',
  parent:
    'parent root quoted quote reply replied response antwort bezug inreply reponse repond respuesta responde resposta cited inreplyto replyto',
  mention: 'mention mentions mentioned erwahnung erwahnungen mencion menciones mencoes',
  reaction:
    'reaction reactions react reacts reacted emoji emojis emoticon like likes reaktion reaktionen reaccion reacciones reacao reacoes vote votes',
  secret:
    'password passwd pass pwd hash salt token tokens secret passwort kennwort motdepasse mdp contrasena clave senha apikey credential credentials session sessions otp totp mfa pin jwt cookie csrf signature authdata auth digest',
  email: 'email mail emailaddress courriel correo',
  phone: 'phone mobile tel telephone telefon handy celular telefono telefone movil',
  address: 'ip ipaddress address hostname useragent browser street city country land stadt ort',
  locale:
    'locale lang language timezone tz sprache zeitzone langue fuseau idioma lingua zona birthday birthdate geburtstag gender geschlecht',
  description:
    'description descr desc about bio purpose announcement signature beschreibung zweck descripcion descricao motto statustext motd summary uber',
  count:
    'count counts counter total anzahl nombredemessages cantidad quantidade msgs size length position order sort sequence seq',
  by: 'by par por durch',
  size: 'bytes filesize grosse taille tamano tamanho',
  mime: 'mime mimetype contenttype',
  extension: 'ext extension fileext endung dateiendung extensao',
  filename: 'filename originalname dateiname nomfichier nombrearchivo nomearquivo',
  friend:
    'friend friends friendship friendships buddy buddies freund freunde freundschaft freundschaften ami amis amigo amigos amizade amistad',
  block:
    'block blocks blocking ignore ignores ignored ignorelist blocklist blockierung blockierungen blocage blocages bloqueo bloqueos bloqueio bloqueios',
  log: 'log logs history historique protokoll verlauf historial historico',
  other:
    'setting settings config migration migrations receipt receipts audit event events permission ban bans draft drafts notification notifications invite invites device devices report reports reported spam abuse complaint complaints poll polls statistics stats einstellungen',
} as const;

export type Concept = keyof typeof words;

/** Words that add nothing to a name, unless they are the whole name. */
export const fillers: ReadonlySet<string> = new Set(
  'at on in of the a is was has my am um zu der die das le la les du des de del el los las do da dos das o os em en por et e y und and fk col column field t tbl str dt d date_ utc gmt unix epoch ms sec iso s val value raw c u m g is_'.split(
    ' ',
  ),
);
