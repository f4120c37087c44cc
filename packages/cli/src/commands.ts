import type { Command } from './command.ts';
import { cancel } from './commands/cancel.ts';
import { check } from './commands/check.ts';
import { explain } from './commands/explain.ts';
import { importCommand } from './commands/import.ts';
import { init } from './commands/init.ts';
import { pause } from './commands/pause.ts';
import { ledger } from './commands/ledger.ts';
import { plan } from './commands/plan.ts';
import { rate } from './commands/rate.ts';
import { repair } from './commands/repair.ts';
import { resume } from './commands/resume.ts';
import { retry } from './commands/retry.ts';
import { run } from './commands/run.ts';
import { serve } from './commands/serve.ts';
import { status } from './commands/status.ts';
import { store } from './commands/store.ts';
import { submit } from './commands/submit.ts';
import { undo } from './commands/undo.ts';
import { verify } from './commands/verify.ts';
import { worker } from './commands/worker.ts';

/** Every command, in the order of the overview. */
export const commands: Readonly<Record<string, Command>> = {
  init,
  plan,
  run,
  import: importCommand,
  status,
  verify,
  explain,
  check,
  retry,
  repair,
  undo,
  pause,
  resume,
  rate,
  store,
  ledger,
  submit,
  worker,
  cancel,
  serve,
};
