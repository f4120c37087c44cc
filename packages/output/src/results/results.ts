import type { z } from 'zod';
import { repairResult, repairStep, undoResult, verifyResult } from './comparing.ts';
import {
  errorResult,
  jobsResult,
  ledgerResult,
  pageResult,
  serviceResult,
  steerResult,
  storeResult,
  submitted,
  versionResult,
  viewResult,
  workerLine,
} from './operating.ts';
import { exportResult } from './exporting.ts';
import { initResult } from './drafting.ts';
import { runEvent } from './events.ts';
import { checkResult, explanation } from './explaining.ts';
import { mediaCheckResult, mediaCopyResult, mediaVerifyResult } from './media.ts';
import { cutOverEvent, cutOverResult } from './cutting-over.ts';
import { followEvent, followResult } from './following.ts';
import { planResult } from './planning.ts';
import { runResult } from './running.ts';
import { statusResult } from './status.ts';

/**
 * The objects that each command prints with `--json`, one a line. Every command may print `errorResult` as its last line.
 * `chatferry.results.schema.json` is generated from this table.
 */
export const results = {
  init: [initResult],
  plan: [planResult],
  media: [mediaCheckResult, mediaCopyResult, mediaVerifyResult],
  run: [runEvent, runResult],
  import: [planResult, runEvent, runResult],
  follow: [followEvent, runEvent, followResult],
  'cut-over': [cutOverEvent, followEvent, runEvent, cutOverResult],
  status: [statusResult, jobsResult],
  verify: [verifyResult],
  export: [exportResult],
  explain: [explanation],
  view: [viewResult],
  check: [checkResult],
  retry: [runEvent, runResult],
  repair: [verifyResult, repairStep, repairResult, runEvent, runResult],
  undo: [runEvent, undoResult],
  pause: [steerResult],
  resume: [steerResult],
  rate: [steerResult],
  store: [storeResult],
  ledger: [ledgerResult],
  submit: [submitted],
  worker: [workerLine],
  cancel: [steerResult],
  serve: [serviceResult],
  completion: [pageResult],
  man: [pageResult],
  version: [versionResult],
} as const satisfies Readonly<Record<string, readonly z.ZodType[]>>;

type Printed = (typeof results)[keyof typeof results][number] | typeof errorResult;

/** Any object that a command prints with `--json`. */
export type Result = z.input<Printed>;
