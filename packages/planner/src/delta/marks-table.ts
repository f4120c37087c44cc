import type { EarlierJob, EarlierMarks } from './earlier-job.ts';

/** The marks of all batches of a job, for another thread. Most batches have the same marks. */
export interface MarksTable {
  readonly distinct: readonly (EarlierMarks | undefined)[];
  /** For each batch number, the index of its marks. */
  readonly bySeq: Uint32Array;
}

export function marksTable({ plan, marksOf }: EarlierJob): MarksTable {
  const { requests } = plan.summary;
  const indexes = new Map<EarlierMarks | undefined, number>();
  const bySeq = new Uint32Array(requests + 1);
  for (let seq = 1; seq <= requests; seq++) {
    const marks = marksOf(seq);
    const index = indexes.get(marks) ?? indexes.size;
    indexes.set(marks, index);
    bySeq[seq] = index;
  }
  return { distinct: [...indexes.keys()], bySeq };
}

export function marksFrom({ distinct, bySeq }: MarksTable, seq: number): EarlierMarks | undefined {
  return distinct[bySeq[seq]!];
}
