import type { JobLedger } from '@chatferry/job/planned';
import type { Store } from '../store/store.ts';

/** The id, in the store, of the local service that the records of a job went to. */
export function storedInstance(
  store: Store,
  job: number,
): Pick<JobLedger, 'instance' | 'keepInstance' | 'hasSettled'> {
  const one = async <Row>(text: string, ...values: unknown[]): Promise<Row | undefined> =>
    (await store.query<Row>({ text, values: [job, ...values] }))[0];
  return {
    instance: async () => {
      const text = 'SELECT instance FROM chatferry.job WHERE id = $1';
      return (await one<{ instance: string | null }>(text))?.instance ?? undefined;
    },
    keepInstance: async (instance) => {
      await one('UPDATE chatferry.job SET instance = $2 WHERE id = $1', instance);
    },
    hasSettled: async () => {
      const text =
        'SELECT 1 FROM chatferry.lane WHERE job = $1 AND created + present + failed + skipped + unresolved > 0 LIMIT 1';
      return (await one(text)) !== undefined;
    },
  };
}
