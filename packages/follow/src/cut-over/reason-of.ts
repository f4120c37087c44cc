import type { CutOverReason, UnopenedReason } from './cut-over-options.ts';
import type { ThawReason } from '../state/cut-over-state.ts';

const AGAIN = 'Nothing is lost. Start the cut-over again when it suits.';

const reasons: Readonly<
  Record<Exclude<ThawReason, 'aborted'> | UnopenedReason, readonly [string, string]>
> = {
  deadline: ['The deadline is over. The legacy system is open again.', AGAIN],
  interrupted: ['The cut-over was interrupted. The legacy system is open again.', AGAIN],
  'still-writes': [
    'The legacy system was written after the freeze, again and again. It is open again.',
    'Find out what still writes: a job, another server, a person. Then start the cut-over again.',
  ],
  differs: [
    'Records are not in the app as planned. The legacy system is open again.',
    'Send them again, or repair them; then start the cut-over again.',
  ],
  'freeze-failed': [
    'The command to freeze failed. The legacy system is open again.',
    'Correct the command, then start the cut-over again.',
  ],
  'run-stopped': ['Sending stopped. The legacy system is open again.', AGAIN],
  'open-failed': [
    'The command to open the app failed. The app may be open, or not; the legacy system is closed.',
    'Look at the app. Start the cut-over again, which runs the command again; or give the cut-over up if the app is closed for certain.',
  ],
  'not-finished': [
    'The app is open. The rows that wait could not be rejected yet.',
    'Start the cut-over again, which does only that.',
  ],
  'thaw-failed': [
    'The command to thaw failed. The legacy system may be closed.',
    'Open it by hand if it is. Then start the cut-over again, which runs the command again.',
  ],
};

export function reasonOf(code: keyof typeof reasons): CutOverReason {
  const [message, fix] = reasons[code];
  return { code, message, fix };
}
