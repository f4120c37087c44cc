import type { FindOriginals } from '../../rows/source-words.ts';
import type { InputKind, Row } from '@chatferry/contract';
import type { Archive } from '../../archive/archive.ts';
import { findInJson } from '../../reading/find-in-json.ts';
import { unreadable } from '../../reading/secrets.ts';
import { momentOf, secondsIn } from '../../reading/times.ts';
import { text, wholeNumber } from '../../reading/values.ts';
import { Chats } from '../../rows/chats.ts';
import type { ExportRows } from '../../rows/export-rows.ts';
import { readJsonRecords } from '../../rows/read-json-records.ts';
import { KnownUsers } from '../../rows/known-users.ts';
import { MessageCopies } from '../../rows/message-copies.ts';
import { attributesIn } from './attributes.ts';
import { factsOf } from './conversations.ts';
import { mediaSid, savedMedia } from './files.ts';
import { MediaServices } from './media-services.ts';
import { MissingIndexes } from './missing-indexes.ts';
import type { MessageContext } from './message-context.ts';
import { noteNames, writeMessage } from './messages.ts';
import type { TwilioOptions } from './options.ts';
import { Pages } from './pages.ts';
import { reactionsOf } from './reactions.ts';
import { conversationOf, type Resource, type ResourceKind, resourcesIn } from './resources.ts';
import { Roles } from './roles.ts';
import { shownResource } from './shown-resource.ts';
import { TwilioPeople } from './users.ts';

/*
 * The whole reading:
 *
 *   for each file, for each resource: note users, conversations, participants and roles; store messages by their times
 *   write the groups with their members, then the users, whom all of these name
 *   later, for each message in the order of its conversation, the latest copy of it: write its rows and its reactions
 */

interface FoundResources {
  readonly people: TwilioPeople;
  readonly chats: Chats;
  readonly roles: Roles;
  readonly pages: Pages;
  readonly messages: MessageCopies;
  readonly services: MediaServices;
  readonly options: TwilioOptions;
  readonly out: ExportRows;
}

/** Reads resources of Twilio Conversations or Programmable Chat, as pages or as lists. */
export async function readTwilio(
  archive: Archive,
  options: TwilioOptions,
  out: ExportRows,
): Promise<FindOriginals> {
  const users = new KnownUsers();
  const people = new TwilioPeople(users, options, out);
  const chats = new Chats(out);
  const messages = new MessageCopies(out);
  const [roles, pages, services] = [new Roles(), new Pages(), new MediaServices()];
  const found: FoundResources = { people, chats, roles, pages, messages, services, options, out };
  const shown = (resource: Row): string => shownResource(resource, options);
  await readJsonRecords(
    archive,
    out,
    resourcesIn,
    (resource) => readResource(resource, found),
    (entry) => mediaSid(entry) !== undefined,
  );
  pages.report(out);
  roles.apply(chats);
  people.describeAddresses();
  const uidOf = (id: string): string => people.shownId(id);
  const saved = savedMedia(archive);
  const context: MessageContext = { users, chats, uidOf, saved, services, out, options };
  const write = function* write(): Generator<void> {
    const missing = new MissingIndexes();
    const rules = {
      idOf: (message: Row) => message['sid'],
      versionOf: (message: Row) => secondsIn(message['date_updated']) ?? 0,
      joinedAs: (chat: string) => chats.nameOfPair(chat),
    };
    for (const stored of messages.inOrder(rules)) {
      missing.add(stored.chat, wholeNumber(stored.message['index']));
      yield writeMessage(stored, context);
    }
    missing.report(out);
  };
  const shownJson = (json: string): string => shown(JSON.parse(json) as Row);
  out.makeLater('messages', write(), messages, shownJson);
  chats.write(users, uidOf);
  users.write(out, 'keep', uidOf);
  return (file, lines) => findInJson(archive, file, lines, resourcesIn, shown);
}

/** Types of resources in the report, and the kind of their rows. */
const named: Readonly<Record<ResourceKind, readonly [type: string, kind: InputKind]>> = {
  user: ['users', 'users'],
  conversation: ['conversations', 'groups'],
  message: ['messages', 'messages'],
  participant: ['participants', 'members'],
  role: ['roles', 'roles'],
  page: ['pages', 'messages'],
  service: ['settings', 'messages'],
  invite: ['invitations', 'members'],
  receipt: ['delivery receipts', 'messages'],
  other: ['other resources', 'messages'],
};

function readResource(resource: Resource, found: FoundResources): void {
  const { kind, value, place, broken } = resource;
  const { out, options } = found;
  const [type, rows] = named[kind];
  if (kind === 'page') return found.pages.add(value, place);
  out.count(type);
  if (broken !== undefined) return out.brokenRow(rows, place, unreadable(broken));
  found.services.note(value);
  if (!readers[kind](resource, found)) out.brokenRow(rows, place, shownResource(value, options));
}

/** @returns false for a resource that lacks a required field */
type Reader = (resource: Resource, found: FoundResources) => boolean;

const readers: Readonly<Record<Exclude<ResourceKind, 'page'>, Reader>> = {
  user: ({ value, place }, { people, out }) => {
    const identity = text(value['identity']);
    if (identity === undefined) return false;
    if (!people.addListed(identity, place, value))
      out.filter('users', 'another record of the same user is in the export');
    return true;
  },
  conversation: ({ value, place }, { chats, people, options, out }) => {
    const facts = factsOf(value, place, options, out);
    if (facts.owner !== undefined) people.addAuthor(facts.owner, place);
    if (!chats.describe(String(value['sid']), place, facts))
      out.filter('groups', 'another record of the same conversation is in the export');
    return true;
  },
  participant: (resource, { people, chats, roles, out }) => {
    const { value, place } = resource;
    const conversation = conversationOf(resource);
    const user = people.addParticipant(value, place);
    if (conversation === undefined || user === undefined) return false;
    const joinedAt = secondsIn(value['date_created']);
    if (!chats.addMember(conversation, user, place, { joinedAt }))
      out.filter('members', 'another record of the same membership is in the export');
    const role = text(value['role_sid']);
    if (role !== undefined) roles.give({ conversation, user, role, place });
    return true;
  },
  message: (resource, found) => {
    const { value, place } = resource;
    const { people, chats, messages, options } = found;
    const chat = conversationOf(resource);
    if (chat === undefined) return false;
    noteNames(value, chat, place, {
      chats,
      options,
      addAuthor: (...of) => people.addAuthor(...of),
    });
    const { reactionsAttribute: name } = options;
    const attributes = name === undefined ? {} : attributesIn(value);
    for (const users of Object.values(reactionsOf(attributes, name)))
      for (const user of users) people.addAuthor(user, place);
    // Times have whole seconds: within one, messages follow each other by their index.
    const moment = momentOf(value['date_created']);
    const nanos = wholeNumber(value['index']) ?? 0;
    messages.add(value, chat, place, moment && { ...moment, nanos });
    return true;
  },
  role: ({ value, place }, { roles, out }) => {
    roles.add(value);
    out.leaveOut('roles', 'members are administrators, or have none', place, { sid: value['sid'] });
    return true;
  },
  service: leaveOut('settings', 'they are of Twilio'),
  invite: leaveOut('invitations', 'they are not accepted'),
  receipt: leaveOut('delivery receipts', 'the service has no such thing'),
  other: leaveOut('other resources', 'not known'),
};

function leaveOut(type: string, reason: string): Reader {
  return ({ value, place }, { out }) => {
    out.leaveOut(type, reason, place, { sid: value['sid'] });
    return true;
  };
}
