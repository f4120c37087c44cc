import { hash } from 'node:crypto';
import { type Kind, serviceId } from '@chatferry/contract';
import type { EarlierIds } from './earlier-ids.ts';
import type { ExportRows } from './export-rows.ts';

/** The id under which a record is in the rows. */
export type UniqueId = (id: string) => string;

/**
 * Makes ids different that the service cannot tell apart, because they differ only in case. The one without capitals keeps
 * its id, or else the first in the order of code units; the others get a hash. `id-map.csv` lists them. After an earlier job the one that
 * got the id there keeps it, and the id of one that is not in this export is given to none.
 */
export function uniqueIds(kind: Kind, ids: Iterable<string>, out: ExportRows): UniqueId {
  const byForm = new Map<string, string | string[]>();
  for (const id of ids) {
    const form = serviceId(id);
    const known = byForm.get(form);
    if (known === undefined) byForm.set(form, id);
    else byForm.set(form, [...(typeof known === 'string' ? [known] : known), id]);
  }
  const changed = new Map<string, string>();
  for (const [form, same] of byForm) {
    const all = typeof same === 'string' ? [same] : same;
    const owner = ownerOf(kind, form, all, out.earlierIds);
    for (const id of all) {
      if (id === owner) continue;
      const to = `${form.slice(0, 80)}_${hash('sha256', id).slice(0, 12)}`;
      changed.set(id, to);
      out.rename(kind, id, to);
      out.note(kind, 'whose id differs from another one only in case, which get a new one');
    }
  }
  return (id) => changed.get(id) ?? id;
}

/** The id that keeps its form: the one that had it in an earlier job, if there is one. */
function ownerOf(
  kind: Kind,
  form: string,
  ids: readonly string[],
  earlier: EarlierIds | undefined,
): string | undefined {
  const owner = ids.find((id) => earlier?.isOwn(kind, id) === true);
  if (owner !== undefined) return owner;
  if (earlier?.isTaken(kind, form) === true) return ids.find((id) => id === form);
  const [first] = ids.toSorted(
    (one, other) => rank(one, form) - rank(other, form) || (one < other ? -1 : 1),
  );
  return first;
}

function rank(id: string, form: string): number {
  return id === form ? 0 : 1;
}
