import type { ExportContext } from './export-context.ts';
import { CLOSING_PASS } from './export-state.ts';
import { FIRST_PASS } from './export-writer.ts';
import { type AppListName, appLists, readAppList } from './read-app-lists.ts';
import { readChangedMessages, readNamed } from './read-changes.ts';
import { readMessages } from './read-messages.ts';
import { parentLists, readOfParents } from './read-of-parents.ts';
import { listReacted, readReactions } from './read-reactions.ts';

/** One step of an export. It can stop and resume at every page, and at every list of a group, user or message. */
export interface ExportStep {
  readonly name: string;
  readonly run: (context: ExportContext) => Promise<void>;
}

const list = (name: AppListName): ExportStep => ({
  name,
  run: (context) => readAppList(context, appLists[name]),
});

const ofParents = (name: 'members' | 'friends' | 'blocks'): ExportStep => ({
  name,
  run: (context) => readOfParents(context, parentLists[name]),
});

/** Reads the lists of groups and users that were added after the first pass had read these lists. */
const ofNew = (name: 'members' | 'friends' | 'blocks'): ExportStep => ({
  name,
  run: (context) => {
    const { position } = context.writer.ledger.step(FIRST_PASS, name)!;
    return readOfParents(context, parentLists[name], Number(position));
  },
});

const named = (name: string): ExportStep => ({ name, run: (context) => readNamed(context, name) });

const reactions = (isWhole = false): ExportStep => ({
  name: 'reactions',
  run: (context) => readReactions(context, isWhole),
});

/** @param since UNIX seconds */
const messagesSince = (since: number): ExportStep[] => [
  { name: 'messages', run: (context) => readMessages(context, since) },
  { name: 'changed messages', run: (context) => readChangedMessages(context, since) },
];

/**
 * The steps of a pass, in order: records come before records that refer to them.
 *
 * @param since UNIX seconds; messages are read from this moment on. The first pass does not use it
 */
export function stepsOf(pass: number, since: number): readonly ExportStep[] {
  if (pass === FIRST_PASS)
    return [
      list('roles'),
      list('users'),
      list('groups'),
      ofParents('members'),
      { name: 'messages', run: (context) => readMessages(context) },
      reactions(),
      ofParents('friends'),
      ofParents('blocks'),
      list('calls'),
      list('conversations'),
    ];
  if (pass === CLOSING_PASS)
    return [
      list('users'),
      list('groups'),
      ...messagesSince(since),
      named('named users and groups'),
      ofNew('members'),
      reactions(),
      named('named users'),
      ofNew('friends'),
      ofNew('blocks'),
    ];
  return [
    list('roles'),
    list('users'),
    list('groups'),
    ...messagesSince(since),
    named('named users and groups'),
    ofParents('members'),
    { name: 'messages with reactions', run: listReacted },
    reactions(true),
    named('named users'),
    ofParents('friends'),
    ofParents('blocks'),
    list('calls'),
    list('conversations'),
  ];
}
