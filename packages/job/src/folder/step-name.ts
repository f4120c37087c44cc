/** What can be done next with a job. */
export type JobStep = 'status' | 'run' | 'retry' | 'verify';

/** Names what takes a step: a function to call, or a command to type. */
export type StepName = (step: JobStep) => string;

const functions: Readonly<Record<JobStep, string>> = {
  status: 'jobStatus',
  run: 'runJob',
  retry: 'retryJob',
  verify: 'verifyJob',
};

/** The functions of this library. */
export const functionName: StepName = (step) => functions[step];
