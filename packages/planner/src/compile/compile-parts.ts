import { join } from 'node:path';
import type { Kind } from '@chatferry/contract';
import type { PlanRules } from '../plan-rules.ts';
import type { Reject } from '../reject.ts';
import { Absences } from './absences.ts';
import { AttachmentHosts } from './attachment-hosts.ts';
import { planFileIn } from './build-folder.ts';
import { Causes } from './causes.ts';
import { Directory } from './directory.ts';
import { FaultFinder } from './fault-finder.ts';
import { IdMap } from './id-map.ts';
import { InputNumbers } from './input-numbers.ts';
import { Placeholders } from './placeholders.ts';
import { PlanWriter } from './plan-writer.ts';
import { Refusals } from './refusals.ts';
import { emptyTallies, type RowTally } from './row-tally.ts';
import { RunBuffer } from './run-buffer.ts';
import { TwoPersonGroups } from './two-person-groups.ts';

/** What the intake of all kinds works with. */
export interface CompileParts {
  /** For work files. */
  readonly folder: string;
  readonly rules: PlanRules;
  readonly buffer: RunBuffer;
  readonly inputs: InputNumbers;
  readonly directory: Directory;
  readonly finder: FaultFinder;
  readonly refusals: Refusals;
  readonly causes: Causes;
  readonly idMap: IdMap;
  readonly hosts: AttachmentHosts;
  readonly tallies: Readonly<Record<Kind, RowTally>>;
}

/** What cutting works with. */
export interface CutParts {
  readonly parts: CompileParts;
  readonly placeholders: Placeholders;
  readonly twoPersonGroups: TwoPersonGroups;
  readonly writer: PlanWriter;
}

/** Puts together what a plan is compiled with. @param folder for work files and the plan itself */
export function partsFor(
  folder: string,
  rules: PlanRules,
  onReject: (reject: Reject) => void,
): CutParts {
  const writer = new PlanWriter(planFileIn(folder), join(folder, 'work.sqlite'));
  const directory = new Directory(rules.duplicates === 'last' ? 'last' : 'first');
  const [causes, absences] = [new Causes(writer.db), new Absences(writer.db)];
  const placeholders = new Placeholders(writer.db);
  const tallies = emptyTallies();
  return {
    parts: {
      folder,
      rules,
      buffer: new RunBuffer(),
      inputs: new InputNumbers(),
      directory,
      finder: new FaultFinder(rules, { directory, absences, placeholders }),
      refusals: new Refusals({ tallies, causes, absences }, onReject),
      causes,
      idMap: new IdMap(writer.db),
      hosts: new AttachmentHosts(),
      tallies,
    },
    placeholders,
    twoPersonGroups: new TwoPersonGroups(writer.db, directory),
    writer,
  };
}
