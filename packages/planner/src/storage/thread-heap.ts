/** The heap of a thread that holds a few batches at a time. A larger heap would only fill with garbage. */
export const heapMiB = { young: 8, old: 128 };
