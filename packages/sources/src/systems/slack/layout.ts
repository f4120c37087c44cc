import type { Archive, Entry } from '../../archive/archive.ts';
import { channelLists, type ChannelList } from './channels.ts';

/** One workspace of an export: its lists, and the folders of its conversations. */
export interface Workspace {
  /** Lists of users of the workspace, and of the organisation. */
  readonly users: readonly Entry[];
  readonly lists: Readonly<Partial<Record<ChannelList, Entry>>>;
  /** Files of one day each, in the order of the days, by the name of the conversation's folder. */
  readonly days: ReadonlyMap<string, readonly Entry[]>;
}

/** The files of an export of Slack, by purpose. */
export interface SlackLayout {
  readonly workspaces: readonly Workspace[];
  /** Files that are neither lists nor days. */
  readonly others: readonly Entry[];
}

const dayFile = /^((?:teams\/[^/]+\/)?)([^/]+)\/\d{4}-\d{2}-\d{2}\.json$/;
const listFile = /^((?:teams\/[^/]+\/)?)([a-z_]+)\.json$/;

interface OpenWorkspace {
  users: Entry[];
  lists: Partial<Record<ChannelList, Entry>>;
  days: Map<string, Entry[]>;
}

export function slackLayout({ entries }: Pick<Archive, 'entries'>): SlackLayout {
  const workspaces = new Map<string, OpenWorkspace>();
  const others: Entry[] = [];
  const workspaceAt = (root: string): OpenWorkspace => {
    let found = workspaces.get(root);
    if (found === undefined)
      workspaces.set(root, (found = { users: [], lists: {}, days: new Map() }));
    return found;
  };
  for (const entry of entries) {
    const [, dayRoot, folder] = dayFile.exec(entry.name) ?? [];
    if (folder !== undefined) {
      const { days } = workspaceAt(dayRoot!);
      const files = days.get(folder);
      if (files === undefined) days.set(folder, [entry]);
      else files.push(entry); // Entries are in the order of their names, which is the order of the days.
      continue;
    }
    const [, listRoot, list] = listFile.exec(entry.name) ?? [];
    if (list === 'users' || list === 'org_users') workspaceAt(listRoot!).users.push(entry);
    else if (isChannelList(list)) workspaceAt(listRoot!).lists[list] = entry;
    else others.push(entry);
  }
  return { workspaces: [...workspaces.values()], others };
}

function isChannelList(name: string | undefined): name is ChannelList {
  return (channelLists as readonly (string | undefined)[]).includes(name);
}

/** The signs of a Slack export in the names of files; undefined without such signs. */
export interface SlackLook {
  readonly rule: string;
  /** A file of messages to check when there is no list of users: other systems may have the other names. */
  readonly proof: Entry | undefined;
}

export function exportLook(archive: Pick<Archive, 'entries'>): SlackLook | undefined {
  const { workspaces } = slackLayout(archive);
  const root = workspaces.find(({ lists }) => listsOf(lists).length > 0);
  if (root === undefined) return undefined;
  const [day] = workspaces.flatMap(({ days }) => [...days.values()].flat());
  if (day === undefined) return undefined;
  const names = [...root.users, ...listsOf(root.lists)].map(({ name }) => name);
  const all = new Intl.ListFormat('en-GB').format([...names, 'files named after days']);
  const form = workspaces.length > 1 ? ', and folders of workspaces in teams/' : '';
  return { rule: `it has ${all}${form}`, proof: root.users.length > 0 ? undefined : day };
}

/** The first list of conversations is enough. */
function listsOf(lists: Workspace['lists']): readonly Entry[] {
  return channelLists.flatMap((name) => lists[name] ?? []).slice(0, 1);
}
