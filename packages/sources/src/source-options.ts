import { z } from 'zod';
import { slackOptions } from './slack/options.ts';

/** What can be chosen for the exports of each system. */
export const sourceOptions = z.strictObject({
  slack: slackOptions.optional(),
});

export type SourceOptions = z.input<typeof sourceOptions>;
