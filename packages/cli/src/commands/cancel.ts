import { command } from '../arguments/command.ts';
import { quoted } from '@chatferry/output/printing/quoted';
import { printChange } from '@chatferry/output/printing/print';
import { Refusal } from '@chatferry/contract/refusal';
import { nextInStore } from '../store/operate-jobs.ts';
import { requiredStore } from '../store/store-address.ts';
import { withStore } from '../store/with-store.ts';

export const cancel = command({
  details: [
    'What has landed stays in the app. The ledger can be exported then, and what has landed undone. chatferry resume continues the job.',
  ],
  options: ['store', 'json', 'quiet', 'help'],
  body: async (values, [job, ...more], io) => {
    const { store: named } = values;
    requiredStore(named, io.env);
    if (job === undefined || more.length > 0)
      throw new Refusal('One job is needed.', 'Its name is printed by submit and by status.');
    await withStore(named, io.env, (store, fleet) => fleet.cancelJob(store, job));
    const next = nextInStore(named!, io);
    const commands = [next('ledger', 'export', quoted(job)), next('resume', quoted(job))];
    const result = { type: 'cancel', jobs: [job], next: commands } as const;
    printChange(result, `${job} is cancelled.`, values, io);
    return 'done';
  },
});
