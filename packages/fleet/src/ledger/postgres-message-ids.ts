import {
  firstSpan,
  type FoundMessage,
  type MessageIdStore,
  WANTED_AT_ONCE,
  type WantedMessage,
  type WantedSpan,
} from '@chatferry/runner';
import { storable } from './storable.ts';
import type { Store } from '../store/store.ts';

/** The ids of messages of one job. A repeated statement has the same effect. */
export class PostgresMessageIds implements MessageIdStore {
  readonly #store: Store;
  readonly #job: number;

  constructor(store: Store, job: number) {
    this.#store = store;
    this.#job = job;
  }

  async want(messages: readonly WantedMessage[]): Promise<void> {
    await this.#query(
      `INSERT INTO chatferry.message_id
       SELECT DISTINCT ON (m.muid) $1, m.muid, m."from", m."to", NULL
       FROM jsonb_to_recordset($2::jsonb) AS m(muid text, "from" bigint, "to" bigint)
       ON CONFLICT (job, muid) DO UPDATE SET id = NULL, from_time = excluded.from_time, to_time = excluded.to_time
       WHERE message_id.id = ''`,
      JSON.stringify(messages.map(({ muid, from, to }) => ({ muid: storable(muid), from, to }))),
    );
  }

  async nextToRead(longestGapS: number): Promise<WantedSpan | undefined> {
    const wanted = await this.#query<WantedMessage>(
      `SELECT muid, from_time AS "from", to_time AS "to" FROM chatferry.message_id WHERE job = $1 AND id IS NULL
       ORDER BY from_time LIMIT ${WANTED_AT_ONCE}`,
    );
    return firstSpan(wanted, longestGapS);
  }

  async take(page: readonly FoundMessage[], passed: number): Promise<void> {
    const found = page.map(({ muid, id }) => ({ muid: storable(muid), id: storable(id) }));
    await this.#query(
      `UPDATE chatferry.message_id m
       SET id = coalesce((SELECT f.id FROM jsonb_to_recordset($2::jsonb) AS f(muid text, id text) WHERE f.muid = m.muid LIMIT 1), '')
       WHERE job = $1 AND id IS NULL AND ((from_time < $3 AND to_time < $3)
         OR muid IN (SELECT f.muid FROM jsonb_to_recordset($2::jsonb) AS f(muid text)))`,
      JSON.stringify(found),
      passed,
    );
  }

  async forget(muids: readonly string[]): Promise<void> {
    const text = 'DELETE FROM chatferry.message_id WHERE job = $1 AND muid = ANY($2)';
    await this.#query(text, muids.map(storable));
  }

  async idOf(muid: string): Promise<string | undefined> {
    const [row] = await this.#query<{ id: string | null }>(
      'SELECT id FROM chatferry.message_id WHERE job = $1 AND muid = $2',
      storable(muid),
    );
    return row?.id === null || row?.id === '' ? undefined : row?.id;
  }

  #query<Row>(text: string, ...values: unknown[]): Promise<Row[]> {
    return this.#store.query<Row>({ text, values: [this.#job, ...values] });
  }
}
