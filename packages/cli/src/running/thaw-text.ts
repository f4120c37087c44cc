import type { ThawReason } from '@chatferry/job/planned';

const texts: Readonly<Record<ThawReason, string>> = {
  deadline: 'The deadline is over, or what is left takes longer than it allows.',
  interrupted: 'Interrupted.',
  aborted: 'Given up.',
  'still-writes': 'The legacy system still writes.',
  differs: 'Records are not in the app as planned.',
  'freeze-failed': 'The freeze may be half done.',
  'run-stopped': 'Sending stopped.',
};

/** Why people write in the legacy system again. */
export function thawText(why: ThawReason): string {
  return texts[why];
}
