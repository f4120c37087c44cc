import { hash } from 'node:crypto';
import { type Kind, serviceId } from '@chatferry/contract';
import type { ExportRows } from './export-rows.ts';

/** The id under which a record is in the rows. */
export type UniqueId = (id: string) => string;

/**
 * Makes ids different that the service cannot tell apart, because they differ only in case. The one without capitals keeps
 * its id, or else the first in the order of code units; the others get a hash. `id-map.csv` lists them.
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
    if (typeof same === 'string') continue;
    const [, ...others] = same.toSorted(
      (one, other) => rank(one, form) - rank(other, form) || (one < other ? -1 : 1),
    );
    for (const id of others) {
      const to = `${form.slice(0, 80)}_${hash('sha256', id).slice(0, 12)}`;
      changed.set(id, to);
      out.rename(kind, id, to);
      out.note(kind, 'whose id differs from another one only in case, which get a new one');
    }
  }
  return (id) => changed.get(id) ?? id;
}

function rank(id: string, form: string): number {
  return id === form ? 0 : 1;
}
