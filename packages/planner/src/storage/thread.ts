/** The heap of a thread that holds a few batches at a time; a larger one would only fill with garbage. */
export const resourceLimits = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 128 };

/** The file of a thread, next to the module at `url`. Sources run unchanged, and so do the compiled files: both have the same ending. */
export function threadFile(name: string, url: string): URL {
  return new URL(`./${name}${url.endsWith('.ts') ? '.ts' : '.js'}`, url);
}
