import { count, counted, kinds, kindsInOrder } from '@chatferry/contract';
import type { ProblemRoot } from '@chatferry/planner';
import { bar } from '../bar.ts';
import type { HandOver } from '../hand-over.ts';
import { html, type Html, type HtmlValue } from '../html.ts';
import { causeText, name, place, sentence, shortCode } from '../words.ts';

/** Causes that are shown in full; the plan contains all. */
const SHOWN = 7;
/** Causes that the appendix lists in addition. */
const LISTED = 40;

/** Why rows were rejected: the root causes, with the rows that each cause costs. Shows no values, which are people's texts. */
export function causesSection({ plan, job, conclusion }: HandOver): Html | undefined {
  const roots = plan.problemRoots();
  if (roots.length === 0) return undefined;
  const rejects = roots.filter(({ severity }) => severity === 'reject');
  const warnings = roots.filter(({ severity }) => severity === 'warning');
  const shown = rejects.slice(0, SHOWN);
  const folder = commonFolder(plan.inputs.map(({ file }) => file));
  const largest = Math.max(...rejects.map(rowsOf));
  return html`<section>
    <h2>${rejects.length === 0 ? 'Rows to check' : 'Why rows were rejected'}</h2>
    <p class="note">
      Found by planning${conclusion.state === 'planned' ? undefined : ', before anything was sent'}.
      A row with several problems counts under each of
      them.${rejects.length === 0 ? undefined : html` Each rejected row is in ${name(job.rejects)}, with its line and its text.`}${folder === '' ? undefined : html` The files are in ${name(folder)}.`}
    </p>
    ${
      rejects.length === 0
        ? undefined
        : html`<ol class="causes">
            ${shown.map((root) => causeItem(root, rowsOf(root) / largest, folder))}
          </ol> `
    }
    ${foldedCauses(counted(rejects.length - shown.length, 'more cause'), rejects.slice(SHOWN), folder)}
    ${foldedCauses('Rows to check, which are sent all the same', warnings, folder)}
  </section> `;
}

/** Causes in one line each. */
function foldedCauses(
  title: string,
  roots: readonly ProblemRoot[],
  folder: string,
): Html | undefined {
  if (roots.length === 0) return undefined;
  const rows = roots.reduce((sum, root) => sum + rowsOf(root), 0);
  return html`<details>
    <summary>${title}: ${counted(rows, 'row')}</summary>
    <ul class="more">
      ${roots.slice(0, LISTED).map(
        ({ text, code, example }) =>
          html`<li>
            ${causeText(text, example.field)}
            <span class="soft">${shortCode(code)} · ${exampleOf(text, example, folder)}</span>
          </li> `,
      )}
    </ul>
    ${
      roots.length > LISTED
        ? html`<p class="note">
            The table causes of plan.sqlite has ${count(roots.length - LISTED)} more.
          </p> `
        : undefined
    }
  </details> `;
}

function causeItem(root: ProblemRoot, share: number, folder: string): Html {
  const { text, code, example, fix } = root;
  const fallen = fallenText(root.fallen);
  return html`<li>
    <div class="what">
      <strong>${causeText(text, example.field)}</strong>
      <span>${shortCode(code)} · such as ${exampleOf(text, example, folder)}</span>
      ${fallen === '' ? undefined : html`<span>Rejected with it: ${fallen}.</span>`}
    </div>
    ${bar(share)}
    <b class="number">${count(rowsOf(root))}</b>
    <p class="fix">${sentence(fix)}</p>
  </li> `;
}

/** The rows with the problem, and rows that are rejected only because of them. */
function rowsOf({ count: own, fallen }: ProblemRoot): number {
  return Object.values(fallen).reduce((sum, rows) => sum + rows, own);
}

function fallenText(fallen: ProblemRoot['fallen']): string {
  return kindsInOrder
    .filter((kind) => fallen[kind] > 0)
    .map((kind) => counted(fallen[kind], ...kinds[kind].nouns))
    .join(', ');
}

/**
 * @param text the text of the cause; a field at its beginning is not named again
 * @param folder the folder of all inputs, which is named once
 */
function exampleOf(
  text: string,
  { file, line, field }: ProblemRoot['example'],
  folder: string,
): HtmlValue {
  const within = file.startsWith(folder) ? file.slice(folder.length) : file;
  const isNamed = field === undefined || text.startsWith(`${field} `);
  return html`${place(within, line)}${isNamed ? undefined : html`, column ${name(field)}`}`;
}

/** The folder in which all files are, with its last slash; empty without one. */
function commonFolder(files: readonly string[]): string {
  const [first = ''] = files;
  const parts = first.split('/').slice(0, -1);
  const folders = parts.map((_, at) => `${parts.slice(0, at + 1).join('/')}/`);
  return folders.findLast((folder) => files.every((file) => file.startsWith(folder))) ?? '';
}
