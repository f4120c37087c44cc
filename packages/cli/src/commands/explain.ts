import { inputKinds, type Kind, kindsInOrder, nearestName } from '@chatferry/contract';
import { openPlan } from '@chatferry/planner';
import { command } from '../arguments/command.ts';
import { changedCompanions, COMPANION_FIX, explainRecord, isKnown } from '@chatferry/job/planned';
import { explanationJson } from '@chatferry/output/explaining/explanation-json';
import { explanationLines } from '@chatferry/output/explaining/explanation-lines';
import type { NextCommand } from '@chatferry/output/printing/next-command';
import { nextCommands } from '../printing/command-line.ts';
import { print } from '@chatferry/output/printing/print';
import { quoted } from '@chatferry/output/printing/quoted';
import { Refusal } from '@chatferry/contract/refusal';
import { openPlannedWorkspaceToRead } from '../configuration/workspace.ts';

export const explain = command({
  details: [
    'For example messages:m17 or users:ann. The id is the legacy id or the id in the service.',
  ],
  options: ['job', 'config', 'json', 'quiet', 'help'],
  body: async (values, positionals, io) => {
    const { kind, id } = recordFrom(positionals, nextCommands(values, undefined, io.env));
    const { job, next } = await openPlannedWorkspaceToRead(values, io);
    using plan = openPlan(job.plan);
    const changes = changedCompanions(plan);
    for (const change of changes) io.err(`${change} ${COMPANION_FIX}`);

    const explanation = await explainRecord(job, kind, id);
    if (!isKnown(explanation)) {
      plan.check(); // In a damaged plan, an existing record may not be found.
      throw new Refusal(
        `This job has no record ${kind}:${id}.`,
        changes.length === 0
          ? 'Check the id and the job folder (--job).'
          : 'It may be in the file that is missing or has changed: see above.',
      );
    }
    const result = explanationJson(explanation, next('status'));
    print(result, explanationLines(explanation), values, io);
    return 'done';
  },
});

function recordFrom(positionals: readonly string[], next: NextCommand): { kind: Kind; id: string } {
  const [given = ''] = positionals;
  const colon = given.indexOf(':');
  const kind = given.slice(0, Math.max(colon, 0));
  const id = given.slice(colon + 1);
  if (positionals.length !== 1 || colon < 0 || id === '')
    throw new Refusal(
      'One record is needed, as KIND:ID.',
      'For example: chatferry explain messages:m17',
    );
  const known = kindsInOrder.find((each) => each === kind);
  if (known === undefined) {
    const near = nearestName(kind, kindsInOrder, 2);
    throw new Refusal(
      `There is no kind '${kind}'.`,
      near === undefined
        ? `The kinds of files are ${inputKinds.join(', ')}.`
        : `Did you mean: ${next('explain', quoted(`${near}:${id}`))}`,
    );
  }
  return { kind: known, id };
}
