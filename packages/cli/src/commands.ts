import type { Command } from './command.ts';
import { importCommand } from './commands/import.ts';
import { pause } from './commands/pause.ts';
import { plan } from './commands/plan.ts';
import { rate } from './commands/rate.ts';
import { resume } from './commands/resume.ts';
import { retry } from './commands/retry.ts';
import { run } from './commands/run.ts';
import { serve } from './commands/serve.ts';
import { status } from './commands/status.ts';

/** Every command, in the order of the overview. */
export const commands: Readonly<Record<string, Command>> = {
  plan,
  run,
  import: importCommand,
  status,
  retry,
  pause,
  resume,
  rate,
  serve,
};
