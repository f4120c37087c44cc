import { z } from 'zod';
import { anything, number, object, one, text } from './answer-shapes.ts';
import { chatOperation } from './chat-operation.ts';
import type { Operation } from './operation.ts';

const common = { ...chatOperation, area: 'Metrics', method: 'GET' } as const;

/** Times here are in milliseconds, unlike in the other operations. */
export const metricOperations = {
  'metrics.get': {
    ...common,
    path: '/stats',
    query: z.strictObject({ fromDate: z.int(), toDate: z.int() }),
    answer: one(z.looseObject({ metrics: object, time_range: anything })),
  },
  /** Points of five minutes each. */
  'metrics.messages': {
    ...common,
    path: '/stats/messages',
    answer: one(
      z.looseObject({
        appId: text,
        dataPoints: z
          .array(
            z.looseObject({
              messagesSent: number,
              deliveryReceipts: number,
              readReceipts: number,
              startTime: number,
              endTime: number,
            }),
          )
          .optional()
          .catch(undefined),
      }),
    ),
  },
} as const satisfies Record<string, Operation>;
