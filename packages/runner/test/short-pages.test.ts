import { expect, test } from 'vitest';
import { ManualClock } from './support/manual-clock.ts';
import { startRig } from './support/rig.ts';
import { messages, users } from './support/rows.ts';

test.each([{ stated: true }, { stated: false }])(
  'a message that is sent live is there once, also where pages are shorter than was asked for (%j)',
  async ({ stated }) => {
    const routes = { messages: 'chat' } as const;
    await using rig = await startRig(
      { users: users(2), messages: messages(12, 2) },
      { clock: new ManualClock() },
    );
    const pages = {
      fault: 'capped-pages',
      operation: 'users.messages.list',
      items: 2,
      stated,
    } as const;
    rig.service.setFaults([
      pages,
      { fault: 'reset-after', operation: 'messages.send', when: { nth: 9 } },
    ]);
    await rig.run({ routes });
    rig.service.setFaults([pages]);
    rig.forgetLedger();

    const { result } = await rig.run({ routes });

    expect(result?.counts.messages).toMatchObject({ created: 0, present: 12 });
    expect(rig.held('messages')).toHaveLength(12);
    expect(rig.service.requests.some(({ operation }) => operation === pages.operation)).toBe(true);
  },
);
