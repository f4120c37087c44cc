import { type HashParts, PartIndex, PARTS, WIDTH } from '../storage/hash-parts.ts';

/** The ordinal of a row of this export that is not planned. Its landed record is not gone. */
export const UNPLANNED = -1;

/** Doubles in the entry of a landed record: hash of the id, hash of its bytes, number, digest. */
export const LANDED_WIDTH = 4;

/** How records are compared: the column in the entry of a landed record. */
const comparedBy = { bytes: 1, content: 3 } as const;

/** Receives the pairs of records of this export and landed records. */
export interface JoinReport {
  /** Whether a record of this export is compared. */
  readonly isCompared: (ordinal: number) => boolean;
  /** Both have the same id hash, and the same bytes or content. @param others landed records whose ids have the same hash */
  readonly onSame: (ordinal: number, landed: number, others: readonly number[]) => void;
  /** Both have the same id hash, and different bytes or contents. */
  readonly onOther: (ordinal: number, landed: number) => void;
  /** The export has a row for the landed record that is not planned. */
  readonly onUnplanned: (landed: number) => void;
}

/**
 * Pairs the records of one kind with the landed records, in no particular order.
 *
 * @param own the id hash, the compared hash, and the ordinal or `UNPLANNED` of each record
 */
export function joinParts(
  landed: HashParts,
  own: HashParts,
  by: keyof typeof comparedBy,
  report: JoinReport,
): void {
  const column = comparedBy[by];
  const index = new PartIndex();
  for (let part = 0; part < PARTS; part++) {
    const [earlier, entries] = [landed.read(part), own.read(part)];
    if (earlier.length === 0 || entries.length === 0) continue;
    index.start(earlier);
    // Nearly every hash occurs once. Entries with the same hash are chained.
    const chained = new Map<number, number[]>();
    for (let at = 0; at < earlier.length; at += LANDED_WIDTH) {
      const first = index.add(at);
      if (first >= 0) chained.set(first, [...(chained.get(first) ?? []), at]);
    }
    for (let at = 0; at < entries.length; at += WIDTH) {
      const first = index.find(entries[at]!);
      if (first < 0) continue;
      const [compared, ordinal] = [entries[at + 1]!, entries[at + 2]!];
      const found = [first, ...(chained.get(first) ?? [])];
      if (ordinal === UNPLANNED) for (const each of found) report.onUnplanned(earlier[each + 2]!);
      else if (report.isCompared(ordinal)) {
        const same = found.find((each) => earlier[each + column] === compared);
        if (same !== undefined) {
          const others = found.filter((each) => each !== same).map((each) => earlier[each + 2]!);
          report.onSame(ordinal, earlier[same + 2]!, others);
        } else for (const each of found) report.onOther(ordinal, earlier[each + 2]!);
      }
    }
  }
}
