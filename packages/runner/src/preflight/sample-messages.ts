import { comparableOf, compareRecord, type Row } from '@chatferry/contract';
import { entryOf } from '@chatferry/planner';
import { withBreaks } from '../comparing/with-breaks.ts';
import { differingFields, differingText } from '../comparing/differing-text.ts';
import { type DifferingRecord, EXAMPLES } from '../present/present-differs.ts';
import { SkippedTally } from '../terms/skipped-tally.ts';
import { recordRow } from '../routes/record-row.ts';
import type { PreflightCounts } from '../terms/run-event.ts';
import { laneStarts, neverSent } from '../sending/open-work.ts';
import type { StepPorts } from '../sending/step-ports.ts';

/** Messages of one page, the most that the service gives. */
const PAGE = 1000;

/**
 * Compares the oldest and the newest messages of the app with the plan. No operation that is open to an API key finds a
 * message by its muid, so only a sample can be compared before sending. It detects two exports that both count their messages from 1.
 */
export async function sampleMessages(
  ports: StepPorts,
  examples: DifferingRecord[],
): Promise<PreflightCounts> {
  const held = await heldSample(ports);
  const isSentByChat = ports.settings.routes.messages === 'chat';
  let [same, different] = [0, 0];
  const { plan, stopController } = ports;
  const starts = await laneStarts('messages', ports);
  const batches = held.size === 0 ? [] : neverSent('messages', starts, plan);
  for await (const batch of withBreaks(batches, stopController.finishing)) {
    for (const position of batch.origins.keys()) {
      const { id } = entryOf(batch, position);
      const found = held.get(id);
      if (found === undefined) continue;
      held.delete(id);
      const row = recordRow(batch, position);
      const planned = comparableOf('messages', row, { isSentByChat });
      const { differences } = compareRecord('messages', planned, found);
      if (differences.length === 0) same++;
      else if (different++ < EXAMPLES) {
        const { message } = differingText(differingFields(differences));
        examples.push({ kind: 'messages', id, message, ...batch.origins[position]! });
      }
    }
    if (held.size === 0) break;
  }
  return { kind: 'messages', same, different };
}

/** By muid: one page from each end of the list. */
async function heldSample({
  app: { reader },
  emit,
}: Pick<StepPorts, 'app' | 'emit'>): Promise<Map<string, Row>> {
  const held = new Map<string, Row>();
  const tally = new SkippedTally();
  for (const affix of ['append', 'prepend'] as const) {
    const start = affix === 'append' ? { fromTimestamp: 1 } : {};
    const query = { limit: PAGE, affix, ...start, withTags: true };
    const { data, skipped } = await reader.call('messages.list', { query });
    if (skipped !== undefined) tally.take({ operation: 'messages.list', entries: skipped });
    if (data.length === 0) break;
    for (const message of data) if (message.muid !== undefined) held.set(message.muid, message);
  }
  for (const skipped of tally.counts) emit({ type: 'entries-skipped', ...skipped });
  return held;
}
