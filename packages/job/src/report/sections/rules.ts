import { counted } from '@chatferry/contract';
import type { AttachmentHost } from '@chatferry/planner';
import type { HandOver } from '../hand-over.ts';
import { attachmentHostsOf } from '../../accounting/attachment-hosts.ts';
import { filteredLines } from '../../accounting/filtered-lines.ts';
import { undecidedLines, unreadLines } from '../../accounting/unread-lines.ts';
import { html, type Html, type HtmlValue } from '../html.ts';
import {
  cleaningInForce,
  type FileMapping,
  mappingsInForce,
  type Rule,
  rulesInForce,
} from '../rules-in-force.ts';
import { type Column, dataTable } from '../table.ts';
import { name, shortCode } from '../words.ts';

/** Maximum number of files whose columns are listed, and of hosts. */
const SHOWN = { files: 50, hosts: 10 };

const ruleColumns: readonly Column<Rule>[] = [
  { head: 'Setting', cell: ({ setting }) => shortCode(setting) },
  { head: 'Value', cell: ({ value }) => name(value) },
  { head: 'What it does', cell: ({ means }) => means },
];

const mappingColumns: readonly Column<FileMapping>[] = [
  { head: 'File', cell: ({ file }) => (file === '-' ? 'stdin' : name(file)) },
  { head: 'Kind', cell: ({ kind }) => kind },
  { head: 'Columns renamed', cell: ({ renamed }) => listed(renamed) },
  { head: 'Ignored columns', cell: ({ ignored }) => listed(ignored) },
  { head: 'Fields filled in where empty', cell: ({ filled }) => listed(filled) },
  { head: 'Rows filtered by', cell: ({ filters }) => listed(filters) },
  { head: 'Fields converted', cell: ({ converted }) => listed(converted) },
  { head: 'Rows changed by code of', cell: ({ transformed }) => listed(transformed) },
];

/** The settings by which rows became records. */
export function rulesSection({ plan }: HandOver): Html {
  const cleaning = cleaningInForce(plan);
  const mappings = mappingsInForce(plan);
  return html`<section>
    <h2>The rules of the move</h2>
    ${dataTable('Settings that shaped the plan', ruleColumns, rulesInForce(plan))}
    ${
      cleaning.length === 0
        ? html`<p>No cleaning was asked for: nothing that people wrote was changed.</p> `
        : dataTable('Cleaning that was asked for', ruleColumns, cleaning)
    }${
      mappings.length === 0
        ? undefined
        : dataTable('How columns became fields', mappingColumns, mappings.slice(0, SHOWN.files), {
            more: Math.max(0, mappings.length - SHOWN.files),
            what: 'file',
          })
    }${worthKnowing(plan.summary)}
  </section> `;
}

function worthKnowing(summary: HandOver['plan']['summary']): Html | undefined {
  const { directConversations, usersWithoutMessages, attachmentHosts } = summary;
  const { reachable, unreachable } = attachmentHostsOf(attachmentHosts);
  const notes: HtmlValue[] = [
    ...filteredLines(summary),
    ...unreadLines(summary),
    ...undecidedLines(summary),
    ...(directConversations === 0
      ? []
      : [
          `${counted(directConversations, 'group')} of two people sent as conversations of the two; group and memberships count as merged.`,
        ]),
    ...(usersWithoutMessages === 0 || summary.kinds.messages.planned === 0
      ? []
      : [`${counted(usersWithoutMessages, 'user')} without any message.`]),
    ...(reachable.length === 0
      ? []
      : [
          html`Attachments stay where they are, only their addresses moved. Keep these hosts
          running: ${hostList(reachable)}.`,
        ]),
    ...(unreachable.length === 0
      ? []
      : [
          html`${counted(
            unreachable.reduce((sum, { attachments }) => sum + attachments, 0),
            'attachment',
          )}
          cannot be opened, because these hosts need a signature, which the plan leaves out:
          ${hostList(unreachable)}.`,
        ]),
  ];
  if (notes.length === 0) return undefined;
  return html`<p>Worth knowing:</p>
    <ul>
      ${notes.map((note) => html`<li>${note}</li> `)}
    </ul> `;
}

function hostList(hosts: readonly AttachmentHost[]): HtmlValue {
  const shown = hosts.slice(0, SHOWN.hosts);
  return [
    ...shown.map(({ host }, index) => [index === 0 ? '' : ', ', name(host)]),
    hosts.length > shown.length ? ', …' : '',
  ];
}

function listed(names: readonly string[]): HtmlValue {
  return names.map((each, index) => [index === 0 ? '' : ', ', name(each)]);
}
