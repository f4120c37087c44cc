import { operations } from '@chatferry/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callFacts } from './conformance/calls.ts';
import { type Context, skipReason } from './conformance/context.ts';
import skips from './conformance/skipped.json' with { type: 'json' };
import { conversationFacts } from './conformance/conversations.ts';
import { importFacts } from './conformance/data-import.ts';
import { filterFacts } from './conformance/filters.ts';
import { groupFacts } from './conformance/groups.ts';
import { managementFacts } from './conformance/management.ts';
import { messageFacts } from './conformance/messages.ts';
import { operatingFacts } from './conformance/operating.ts';
import { refusalFacts } from './conformance/refusals.ts';
import { watchAnswers } from './conformance/requests-answered.ts';
import { settingFacts } from './conformance/settings.ts';
import {
  live,
  openHosted,
  openLocal,
  otherReading,
  type TestedApp,
} from './conformance/tested-app.ts';
import { userFacts } from './conformance/users.ts';

const targets = [
  { title: 'local service', kind: 'local', open: () => openLocal() },
  {
    title: 'local service that answers lists in the other way',
    kind: 'local',
    open: () => openLocal(otherReading),
  },
  ...(live.origin !== undefined && live.apiKey !== undefined
    ? [{ title: `hosted app at ${live.origin}`, kind: 'hosted', open: openHosted } as const]
    : []),
] as const;

describe.each(targets)('$title', ({ title, kind, open }) => {
  let testedApp: TestedApp;
  let watch: ReturnType<typeof watchAnswers>;

  beforeAll(async () => {
    testedApp = await open();
    const { baseUrl, callsBaseUrl, managementBaseUrl } = testedApp.options;
    watch = watchAnswers({ chat: baseUrl, calls: callsBaseUrl, management: managementBaseUrl });
  });

  afterAll(async () => {
    watch.stop();
    await testedApp[Symbol.asyncDispose]();
    for (const [operation, reason] of Object.entries(skips[kind]))
      console.info(`not exercised on the ${title}: ${operation} (${reason})`);
  });

  const context: Context = { kind, testedApp: () => testedApp };
  userFacts(context);
  groupFacts(context);
  messageFacts(context);
  conversationFacts(context);
  filterFacts(context);
  settingFacts(context);
  callFacts(context);
  importFacts(context);
  operatingFacts(context);
  managementFacts(context);
  refusalFacts(context);

  test('every operation of the table has been answered, or is skipped with a reason', () => {
    const missing = Object.keys(operations).filter(
      (name) => !watch.answered.has(name as never) && skipReason(kind, name) === undefined,
    );

    expect(missing).toEqual([]);
  });
});

test('the facts hold for a hosted app', ({ skip }) => {
  const reason = 'CHATFERRY_LIVE_ORIGIN and CHATFERRY_LIVE_API_KEY name no app';
  const isLocal = targets.every(({ kind }) => kind === 'local');
  if (isLocal) console.info(`not exercised: a hosted app (${reason})`);
  skip(isLocal, reason);

  expect(targets.at(-1)!.kind).toBe('hosted');
});
