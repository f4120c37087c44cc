import type { Kind } from '@chatferry/contract';
import {
  html,
  type Html,
  kindNamed,
  type RejectCount,
  type RejectFilter,
} from '@chatferry/job/viewing';
import type { ProblemRoot } from '@chatferry/planner';
import type { PageContext } from './page-context.ts';

/** The most files to choose from. */
const FILES = 200;

/** The rejected rows that a reader wants to see, with their numbers. */
export interface ProblemFilter extends RejectFilter {
  readonly isOn: boolean;
  /** Rows of a cause and of the causes that follow from it. */
  readonly rowsOf: (root: ProblemRoot) => number;
  /** The kinds and files that have rejected rows. */
  readonly kinds: readonly Kind[];
  readonly files: readonly string[];
}

export function problemFilter({ reader, address: { query } }: PageContext): ProblemFilter {
  const counts = reader.index?.rejectCounts() ?? [];
  const kind = kindNamed(query.get('kind') ?? '');
  const file = query.get('file') ?? '';
  const wanted = {
    ...(kind === undefined ? {} : { kind }),
    ...(file === '' ? {} : { file }),
  };
  const isOn = reader.index !== undefined && Object.keys(wanted).length > 0;
  const fits = (each: RejectCount): boolean =>
    (kind === undefined || each.kind === kind) && (file === '' || each.file === file);
  const byCause = Map.groupBy(counts.filter(fits), ({ cause }) => cause);
  const fitting = (cause: number): number =>
    (byCause.get(cause) ?? []).reduce((sum, { rows }) => sum + rows, 0);
  return {
    ...wanted,
    isOn,
    rowsOf: (root) =>
      isOn
        ? [...root.causes, ...root.following].reduce((sum, cause) => sum + fitting(cause), 0)
        : allRowsOf(root),
    kinds: [...new Set(counts.map((each) => each.kind))],
    files: [...new Set(counts.map((each) => each.file))].toSorted(),
  };
}

/** The rows with the problem, and rows that are rejected only because of them. */
export function allRowsOf({ count, fallen }: ProblemRoot): number {
  return Object.values(fallen).reduce((sum, rows) => sum + rows, count);
}

/** A form to choose a kind and a file; nothing without a choice. */
export function filterForm(
  { link }: Pick<PageContext, 'link'>,
  { kinds, files, kind, file }: ProblemFilter,
): Html | undefined {
  if (kinds.length < 2 && files.length < 2) return undefined;
  return html`<form action="${link(['problems'])}" method="get" class="filter">
    ${choice('kind', 'Kind', kinds, kind)} ${choice('file', 'File', files.slice(0, FILES), file)}
    <button>Show</button>
  </form>`;
}

function choice(
  name: string,
  label: string,
  values: readonly string[],
  chosen: string | undefined,
): Html {
  return html`<label
    >${label}
    <select name="${name}">
      <option value="">all</option>
      ${values.map(
        (value) =>
          html`<option value="${value}" ${value === chosen ? html`selected` : undefined}>
            ${value}
          </option> `,
      )}
    </select></label
  >`;
}
