import { counted } from '@chatferry/contract';
import type { HandOver } from '../hand-over.ts';
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

/** Maximum number of files whose columns are listed. */
const SHOWN = { files: 50 };

/** A value of this length is not broken into lines. */
const SHORT = 24;

const ruleColumns: readonly Column<Rule>[] = [
  { head: 'Setting', cell: ({ setting }) => shortCode(setting) },
  { head: 'Value', cell: ({ value }) => (value.length <= SHORT ? shortCode(value) : name(value)) },
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

/** The settings by which rows became records, and what the settings and the plan leave out. */
export function rulesFolds({ plan }: HandOver): Html {
  const cleaning = cleaningInForce(plan);
  const mappings = mappingsInForce(plan);
  return html`<details>
      <summary>Rules in force, in words</summary>
      ${dataTable('Settings that shaped the plan', ruleColumns, rulesInForce(plan))}
      ${
        cleaning.length === 0
          ? html`<p>No cleaning was asked for: nothing that people wrote was changed.</p> `
          : dataTable('Cleaning that was asked for', ruleColumns, cleaning)
      }
    </details>
    ${
      mappings.length === 0
        ? undefined
        : html`<details>
            <summary>How columns became fields</summary>
            ${dataTable(
              'How columns became fields',
              mappingColumns,
              mappings.slice(0, SHOWN.files),
              { more: Math.max(0, mappings.length - SHOWN.files), what: 'file' },
            )}
          </details> `
    }${worthKnowing(plan.summary)}`;
}

function worthKnowing(summary: HandOver['plan']['summary']): Html | undefined {
  const { directConversations, usersWithoutMessages } = summary;
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
  ];
  if (notes.length === 0) return undefined;
  return html`<details>
    <summary>Worth knowing about the export</summary>
    <ul>
      ${notes.map((note) => html`<li>${note}</li> `)}
    </ul>
  </details> `;
}

function listed(names: readonly string[]): HtmlValue {
  return names.map((each, index) => [index === 0 ? '' : ', ', name(each)]);
}
