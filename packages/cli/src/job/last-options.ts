import { sendingOptions } from '../arguments/sending-options.ts';
import { readFileSync } from 'node:fs';
import type { OptionValues } from '../arguments/options.ts';
import type { JobFolder } from './job-folder.ts';
import { LinesFile } from './lines-file.ts';

/** Writes down what a run was told, so that whoever looks at the job later can say how to go on with it. */
export function rememberOptions(job: JobFolder, values: OptionValues): void {
  const given = Object.fromEntries(
    sendingOptions.filter((name) => values[name] !== undefined).map((name) => [name, values[name]]),
  );
  using file = new LinesFile(job.lastOptions);
  file.write(JSON.stringify(given));
  file.finish();
}

/** What the latest run was told; nothing when there was none. */
export function rememberedOptions(job: JobFolder): OptionValues {
  try {
    return JSON.parse(readFileSync(job.lastOptions, 'utf8')) as OptionValues;
  } catch {
    return {};
  }
}
