import { setTimeout as sleep } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import { expect, test } from 'vitest';
import { AnswerCollector } from '../src/answers/answer-collector.ts';

test('an answer that has arrived is not aborted at the time limit', async () => {
  const aborts: unknown[] = [];
  const controller = {
    abort: (reason: unknown) => aborts.push(reason),
  } as unknown as Dispatcher.DispatchController;
  const collector = new AnswerCollector(undefined, 1);

  collector.onRequestStart(controller);
  collector.onResponseStart(controller, 200, {});
  collector.onResponseEnd();
  await collector.answer;
  await sleep(5);

  expect(aborts).toEqual([]);
});
