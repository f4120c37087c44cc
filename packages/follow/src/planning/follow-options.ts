import type { Kind } from '@chatferry/contract';
import type { KindMapping } from '@chatferry/parsers';
import type { DatabaseInput, GivenSettings, PlanningTask } from '@chatferry/job/following';

/** The followed sources, and how their rows become records: as for a plan. */
export interface FollowedSources {
  readonly settings: GivenSettings;
  readonly databases: readonly DatabaseInput[];
  readonly mappingOf: (file: string, kind: Kind, part?: number) => KindMapping;
  readonly declared: PlanningTask['declared'];
}
