import { command } from '../arguments/command.ts';
import { statusOf } from '../terms/exit-status.ts';
import { Refusal } from '../terms/refusal.ts';
import { requiredStore } from '../store/store-address.ts';
import { withStore } from '../store/with-store.ts';

export const cancel = command({
  details: [
    'What has landed stays in the app. The ledger can be exported then, and what has landed undone. chatferry resume continues the job.',
  ],
  options: ['store', 'quiet', 'help'],
  body: async (values, [job, ...more], io) => {
    requiredStore(values.store, io.env);
    if (job === undefined || more.length > 0)
      throw new Refusal('One job is needed.', 'Its name is printed by submit and by status.');
    await withStore(values.store, io.env, (store, fleet) => fleet.cancelJob(store, job));
    if (values.quiet !== true) io.out(`${job} is cancelled.`);
    return statusOf('done');
  },
});
