import { command } from '../arguments/command.ts';
import { printChange } from '@chatferry/output/printing/print';
import { Refusal } from '@chatferry/contract/refusal';
import { IMPATIENT, loadFleet } from '../store/with-store.ts';
import { nextInStore } from '../store/operate-jobs.ts';
import { requiredStore } from '../store/store-address.ts';

export const store = command({
  options: ['store', 'json', 'quiet', 'help'],
  body: async (values, [action, ...more], io) => {
    if (action !== 'migrate' || more.length > 0)
      throw new Refusal('The one thing to do with a store is migrate.', 'Give: store migrate.');
    const address = requiredStore(values.store, io.env);
    const { migrate, Store } = await loadFleet();
    await using opened = new Store(address, IMPATIENT);
    const { from, to } = await migrate(opened);
    const next = nextInStore(values.store!, io);
    const line = `${opened.name} has tables of version ${to} ${from === to ? 'already' : 'now'}.`;
    const commands = [next('submit', 'PLAN'), next('worker')];
    const result = { type: 'store', store: opened.name, from, to, next: commands } as const;
    printChange(result, line, values, io);
    return 'done';
  },
});
