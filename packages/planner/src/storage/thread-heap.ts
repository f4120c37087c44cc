/** The heap of a thread that holds a few batches at a time; a larger one would only fill with garbage. */
export const heapMiB = { young: 8, old: 128 };
