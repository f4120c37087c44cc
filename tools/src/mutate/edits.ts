import { cliEdits } from './cli-edits.ts';
import { clientEdits } from './client-edits.ts';
import { contractEdits } from './contract-edits.ts';
import { diskEdits } from './disk-edits.ts';
import type { Edit } from './edit.ts';
import { fleetEdits } from './fleet-edits.ts';
import { jobEdits } from './job-edits.ts';
import { localServiceEdits } from './local-service-edits.ts';
import { parsersEdits } from './parsers-edits.ts';
import { plannerEdits } from './planner-edits.ts';
import { runnerEdits } from './runner-edits.ts';
import { sourcesEdits } from './sources-edits.ts';

/** All edits. */
export const edits: readonly Edit[] = [
  ...diskEdits,
  ...contractEdits,
  ...parsersEdits,
  ...plannerEdits,
  ...clientEdits,
  ...localServiceEdits,
  ...runnerEdits,
  ...jobEdits,
  ...fleetEdits,
  ...cliEdits,
  ...sourcesEdits,
];
