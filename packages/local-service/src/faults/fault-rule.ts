import { matchesPattern, operations } from '@chatferry/contract';
import { z } from 'zod';
import { LocalServiceError } from '../terms/local-service-error.ts';

const when = z.union([
  /** Each request independently, drawn from the rule's seed and the request's number. */
  z.strictObject({ probability: z.number().min(0).max(1) }),
  z.strictObject({ nth: z.int().min(1) }),
  z.strictObject({ every: z.int().min(1) }),
  z.strictObject({ from: z.int().min(1), to: z.int().min(1).optional() }),
]);

/** The requests that a rule applies to. For each rule, the requests of its operations are counted from 1. */
const target = {
  /** An operation's name, with `*` for any characters: `dataImport.*`. Absent: every operation. */
  operation: z
    .string()
    .refine(matchesSome, {
      error: ({ input }) => `${String(input)} is not the name of an operation`,
    })
    .optional(),
  /** Absent: every request. */
  when: when.optional(),
  /** Two runs with the same seed and the same order of requests have the same faults. Default 1. */
  seed: z.int().optional(),
};

const answerWithStatus = {
  ...target,
  /** Default 500. */
  status: z.int().min(400).max(599).optional(),
  /** The service's code in the error body. Default `ERR_EXCEPTION`. */
  code: z.string().optional(),
  message: z.string().optional(),
};

/** Share of an import's records that are affected, at least one record. Default 0.2. */
const share = z.number().min(0).max(1).optional();

/** A rule for each fault; the README's table describes what a client receives. */
const faultRule = z.discriminatedUnion('fault', [
  z.strictObject({ fault: z.literal('status-before'), ...answerWithStatus }),
  z.strictObject({ fault: z.literal('status-after'), ...answerWithStatus }),
  z.strictObject({ fault: z.literal('html'), ...target, status: answerWithStatus.status }),
  z.strictObject({ fault: z.literal('reset-before'), ...target }),
  z.strictObject({ fault: z.literal('reset-after'), ...target }),
  z.strictObject({
    fault: z.literal('silence'),
    ...target,
    /** Whether the request is handled before the silence. Default: false. */
    stored: z.boolean().optional(),
  }),
  z.strictObject({ fault: z.literal('cut-off'), ...target }),
  z.strictObject({ fault: z.literal('empty-200'), ...target }),
  z.strictObject({ fault: z.literal('endless'), ...target }),
  z.strictObject({
    fault: z.literal('compressed'),
    ...target,
    /** Default `gzip`. */
    encoding: z.enum(['gzip', 'deflate', 'br']).optional(),
  }),
  z.strictObject({ fault: z.literal('latency'), ...target, ms: z.number().min(0) }),
  z.strictObject({
    fault: z.literal('rate-limit'),
    ...target,
    /** Seconds that the answer asks the caller to wait. Default 1. */
    seconds: z.int().min(0).optional(),
    /**
     * Where the answer states the wait: a `Retry-After` header (the default); rate headers with the reset as documented, in milliseconds,
     * as seconds left or in the past; the text alone; or `nothing`.
     */
    tells: z
      .enum([
        'retry-after',
        'rate-headers',
        'reset-milliseconds',
        'reset-seconds-left',
        'reset-past',
        'sentence',
        'nothing',
      ])
      .optional(),
  }),
  z.strictObject({
    fault: z.literal('omit-records'),
    ...target,
    share,
    /** Which records the answer omits: any (the default), or the last ones sent. */
    which: z.enum(['any', 'last']).optional(),
  }),
  z.strictObject({
    fault: z.literal('refuse-records'),
    ...target,
    /** Default 1: all records. */
    share,
    /** Default `ERR_OPERATION_FAILED`. */
    code: z.string().optional(),
    message: z.string().optional(),
    details: z.record(z.string(), z.array(z.string())).optional(),
    /** Whether the refused records are stored nevertheless. Default: false. */
    stored: z.boolean().optional(),
  }),
  z.strictObject({
    fault: z.literal('unknown-code'),
    ...target,
    share,
    /** Default `ERR_NEVER_SEEN_BEFORE`. */
    code: z.string().optional(),
  }),
  z.strictObject({ fault: z.literal('double-nesting'), ...target }),
  z.strictObject({ fault: z.literal('as-array'), ...target }),
  z.strictObject({
    fault: z.literal('first-page'),
    ...target,
    /** The page of a list by cursor when the request states neither a direction nor a position. */
    page: z.enum(['newest', 'oldest']),
  }),
  z.strictObject({
    fault: z.literal('capped-pages'),
    ...target,
    /** Maximum number of items on a page, whatever size the request states. */
    items: z.int().min(1),
    /** Whether the answer states this size. Default true; false: the answer states the requested size. */
    stated: z.boolean().optional(),
  }),
  z.strictObject({
    fault: z.literal('hidden-items'),
    ...target,
    /** Share of all items, chosen by their ids. Default 0.2. */
    share,
    /** Hides the items with these values of fields instead. */
    where: z.record(z.string(), z.unknown()).optional(),
  }),
  z.strictObject({ fault: z.literal('total-zero'), ...target }),
  z.strictObject({ fault: z.literal('inclusive-cursors'), ...target }),
  z.strictObject({
    fault: z.literal('junk-items'),
    ...target,
    /** The entries that are added to each page with items. Default: one of each. */
    junk: z.array(z.enum(['null', 'number', 'object'])).optional(),
  }),
  z.strictObject({
    fault: z.literal('message-order'),
    ...target,
    /** `id`: messages are ordered by id, even when imported messages have earlier times; `nothing`: each page is in reverse order. */
    by: z.enum(['id', 'nothing']),
  }),
  z.strictObject({ fault: z.literal('no-pagination'), ...target }),
  z.strictObject({
    fault: z.literal('signed-media'),
    ...target,
    /** The lifetime of each address. Default: a day. */
    seconds: z.int().min(1).optional(),
  }),
  z.strictObject({
    fault: z.literal('quota-window'),
    ...target,
    /** The windows in which the requests are counted, separately from other requests. */
    window: z.enum(['fixed', 'sliding']),
  }),
]);

function matchesSome(glob: string): boolean {
  return Object.keys(operations).some((name) => matchesPattern(name, glob));
}

export type FaultRule = z.infer<typeof faultRule>;
export type FaultName = FaultRule['fault'];

/**
 * Fault rules from parsed JSON: a list, as in a file for `chatferry serve --faults FILE`.
 * @throws {LocalServiceError} `bad-faults`, with the rule and the field
 */
export function readFaultRules(json: unknown): FaultRule[] {
  const { success, data, error } = z.array(faultRule).safeParse(json);
  if (success) return data;
  const where = z.prettifyError(error).split('\n');
  throw new LocalServiceError('bad-faults', ['The fault rules do not fit.', ...where]);
}
