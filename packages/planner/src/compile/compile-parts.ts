import type { DatabaseSync } from 'node:sqlite';
import type { Kind } from '@chatferry/contract';
import type { PlanRules } from '../plan-rules.ts';
import type { Reject } from '../reject.ts';
import { Absences } from './absences.ts';
import { AttachmentHosts } from './attachment-hosts.ts';
import { workFileIn } from './build-folder.ts';
import { Causes } from './causes.ts';
import { Directory } from './directory.ts';
import { FaultFinder } from './fault-finder.ts';
import { IdMap } from './id-map.ts';
import { InputNumbers } from './input-numbers.ts';
import { Placeholders } from './placeholders.ts';
import { Refusals } from './refusals.ts';
import { emptyTallies, type RowTally } from './row-tally.ts';
import { RunBuffer } from './run-buffer.ts';
import { TwoPersonGroups } from './two-person-groups.ts';
import { openWorkTables } from './work-tables.ts';

/** What a plan is compiled with. */
export interface CompileParts {
  /** For work files and the plan itself. */
  readonly folder: string;
  readonly rules: PlanRules;
  readonly work: DatabaseSync;
  /** Serve all kinds, one after the other. */
  readonly buffers: readonly [RunBuffer, RunBuffer];
  readonly inputs: InputNumbers;
  readonly directory: Directory;
  readonly placeholders: Placeholders;
  readonly twoPersonGroups: TwoPersonGroups;
  readonly finder: FaultFinder;
  readonly refusals: Refusals;
  readonly causes: Causes;
  readonly idMap: IdMap;
  readonly hosts: AttachmentHosts;
  readonly tallies: Readonly<Record<Kind, RowTally>>;
}

/** Puts them together. */
export function partsFor(
  folder: string,
  rules: PlanRules,
  onReject: (reject: Reject) => void,
): CompileParts {
  const work = openWorkTables(workFileIn(folder));
  const directory = new Directory(rules.duplicates === 'last' ? 'last' : 'first');
  const [causes, absences, placeholders] = [
    new Causes(work),
    new Absences(work),
    new Placeholders(work),
  ];
  const tallies = emptyTallies();
  return {
    folder,
    rules,
    work,
    buffers: [new RunBuffer(), new RunBuffer()],
    inputs: new InputNumbers(),
    directory,
    placeholders,
    twoPersonGroups: new TwoPersonGroups(work, directory),
    finder: new FaultFinder(rules, { directory, absences, placeholders }),
    refusals: new Refusals({ tallies, causes, absences }, onReject),
    causes,
    idMap: new IdMap(work),
    hosts: new AttachmentHosts(),
    tallies,
  };
}
