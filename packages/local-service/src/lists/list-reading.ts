/** How lists answer where requests leave it open. */
export interface ListReading {
  /** The page of a list by cursor when the request states neither a direction nor a position. */
  readonly firstPage: 'newest' | 'oldest';
  /** Whether a page begins with the item at its cursor, instead of the one after it. */
  readonly isCursorInclusive: boolean;
  /** Whether messages come in the order of their ids alone, instead of that of their times. */
  readonly isById: boolean;
}
