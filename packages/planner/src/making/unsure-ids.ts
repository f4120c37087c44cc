import type { DatabaseSync } from 'node:sqlite';
import { type Kind, placeText } from '@chatferry/contract';
import type { IdClashes } from '../ids/id-clashes.ts';
import type { PlanRules } from '../plan/plan-rules.ts';

interface NamedId {
  readonly kind: Kind;
  readonly file: string;
  readonly line: number;
  readonly legacy: string;
  readonly service: string;
}

/**
 * Adds made users and groups that a row names with capitals, if the rule does not state what case means. It is not recorded whether
 * another row names the id in lower case, so the made record may stand for two people.
 */
export function addUnsureIds(
  work: DatabaseSync,
  { ids = 'map' }: Pick<PlanRules, 'ids'>,
  clashes: IdClashes,
): void {
  if (ids !== 'map') return;
  const named = work
    .prepare(
      `SELECT made.kind, made.file, made.line, named.legacy, named.service
       FROM made_records AS made JOIN id_map AS named ON named.kind = made.kind AND named.service = made.id
       WHERE made.kind IN ('users', 'groups') ORDER BY made.kind, named.legacy`,
    )
    .iterate() as Iterable<NamedId>;
  for (const { kind, file, line, legacy, service } of named) {
    const lower = legacy.toLowerCase();
    // The hash in such an id already distinguishes case.
    if (lower === legacy || !service.endsWith(lower)) continue;
    clashes.add(kind, { id: legacy, place: placeText({ file, line }) });
  }
}
