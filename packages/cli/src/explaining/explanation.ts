import { existsSync } from 'node:fs';
import { type Kind, type Row, serviceId } from '@chatferry/contract';
import { entryOf, type Plan, type Reject } from '@chatferry/planner';
import { openLedger, recordStory, type RecordStory } from '@chatferry/runner';
import type { JobFolder } from '../job/job-folder.ts';
import { findRejects } from './find-rejects.ts';
import { partsOf } from './parts-of.ts';

/** All that a job knows of one id. */
export interface Explanation {
  readonly kind: Kind;
  /** As it was asked for. */
  readonly id: string;
  /** The record, when there is one in the plan. */
  readonly planned?: {
    readonly id: string;
    readonly file: string;
    readonly line: number;
    readonly record: Row;
    readonly batch: number;
    readonly lane: number;
    /** The messages that its text was split into, itself among them. */
    readonly parts?: readonly string[];
    /** Absent while nothing of the plan was sent. */
    readonly story?: RecordStory;
  };
  readonly rejects: readonly Reject[];
}

const decoder = new TextDecoder();

/** Looks for a record by the service's id or the legacy one. */
export async function explainRecord(
  plan: Plan,
  job: JobFolder,
  kind: Kind,
  id: string,
): Promise<Explanation> {
  const ids = [...new Set([id, serviceId(id)])];
  const rejects = await findRejects(job, kind, ids);
  const found = ids.map((each) => plan.find(kind, each)).find((each) => each !== undefined);
  if (found === undefined) return { kind, id, rejects };

  const { batch, index } = found;
  const entry = entryOf(batch, index);
  const { file, line } = batch.origins[index]!;
  const record = (JSON.parse(`{${decoder.decode(entry.wire)}}`) as Record<string, Row>)[entry.id]!;
  const parts = kind === 'messages' ? partsOf(plan, entry.id, { file, line }) : [];
  const place = {
    id: entry.id,
    file,
    line,
    record,
    batch: batch.seq,
    lane: batch.lane,
    ...(parts.length === 0 ? {} : { parts }),
  };
  if (!existsSync(job.ledger)) return { kind, id, planned: place, rejects };
  using ledger = openLedger(job.ledger, plan);
  return { kind, id, planned: { ...place, story: recordStory(ledger, batch, index) }, rejects };
}
