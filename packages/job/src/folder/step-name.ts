/** A step that continues a job. */
type JobStep = 'status' | 'run' | 'retry' | 'repair' | 'verify' | 'undo' | 'follow';

/** Returns the function to call or the command to type for a step. */
export type StepName = (step: JobStep) => string;

const functions: Readonly<Record<JobStep, string>> = {
  status: 'jobStatus',
  run: 'runJob',
  retry: 'retryJob',
  repair: 'repairJob',
  verify: 'verifyJob',
  undo: 'undoJob',
  follow: 'follow',
};

/** The functions of this library. */
export const functionName: StepName = (step) => functions[step];
