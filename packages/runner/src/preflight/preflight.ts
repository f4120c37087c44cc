import { type Kind, kinds, kindsInOrder } from '@chatferry/contract';
import { compareKind } from '../comparing/compare-kind.ts';
import { differingFields, differingText } from '../comparing/differing-text.ts';
import { type DifferingRecord, EXAMPLES, presentDiffers } from '../present/present-differs.ts';
import type { PreflightCounts } from '../terms/run-event.ts';
import { hasNeverSent, laneStarts, lastBegun } from '../sending/open-work.ts';
import type { StepPorts } from '../sending/step-ports.ts';
import { missingRoles, rolesMissing } from './missing-roles.ts';
import { sampleMessages } from './sample-messages.ts';

/**
 * Checks the app before a run sends anything: whether key, scope and app are valid, which roles the app lacks, and whether
 * the app holds planned records with other content. Roles, users and groups that the app already holds are settled without
 * being sent, so that no profile is overwritten. Writes nothing. Each run repeats the checks for kinds with batches that were
 * never sent; a retry has no such batches.
 */
export async function preflight(ports: StepPorts): Promise<void> {
  const { ledger, stopController, emit } = ports;
  const pending: Kind[] = [];
  for (const kind of kindsInOrder) if (await hasNeverSent(kind, ports)) pending.push(kind);
  if (pending.length === 0) return;
  emit({ type: 'preflight-started' });
  const roles = pending.includes('users') ? await missingRoles(ports) : [];
  if (roles.length > 0) stopController.stopHere(rolesMissing(roles));

  const found: PreflightCounts[] = [];
  const examples: DifferingRecord[] = [];
  for (const kind of pending)
    if (kinds[kind].isComparedFirst === true) found.push(await findPresent(kind, ports, examples));
  if (pending.includes('messages')) found.push(await sampleMessages(ports, examples));
  // Sampled records are not settled here: they are compared after they were sent.
  const counts = await ledger.counts();
  const earlier = kindsInOrder.map((kind) => ({ kind, different: counts[kind].presentDifferent }));
  const different = kindsInOrder.map((kind) => ({
    kind,
    different: [...earlier, ...found]
      .filter((each) => each.kind === kind)
      .reduce((sum, each) => sum + each.different, 0),
  }));
  if (different.reduce((sum, each) => sum + each.different, 0) > ports.settings.mostDifferent)
    stopController.stopHere(presentDiffers(different, examples, ports.settings.mostDifferent));

  emit({ type: 'preflight-finished', found });
}

/** Roles, users or groups that the service holds and no request of this job can have stored. */
export async function findPresent(
  kind: Kind,
  ports: StepPorts,
  examples: DifferingRecord[],
): Promise<PreflightCounts> {
  const { plan, app, settings, stopController, found } = ports;
  const begun = new Map(
    (await laneStarts(kind, ports)).map((start) => [start.lane, lastBegun(start)]),
  );
  let [same, different] = [0, 0];
  await compareKind({
    client: app.reader,
    plan,
    kind,
    route: settings.routes[kind],
    spool: settings.spool,
    signal: stopController.finishing,
    select: ({ lane, seq }) => {
      const isNeverSent = seq > (begun.get(lane) ?? Infinity);
      return () => isNeverSent;
    },
    isForFoundOnly: true,
    onResult: ({ planned, is, differences }) => {
      if (is === 'missing' || is === 'hidden') return;
      const { id, seq, position, file, line } = planned;
      const fields = differingFields(differences);
      found.present.add({ seq, position, fields });
      if (fields.length === 0) same++;
      else if (different++ < EXAMPLES)
        examples.push({ kind, id, message: differingText(fields).message, file, line });
    },
  });
  return { kind, same, different };
}
