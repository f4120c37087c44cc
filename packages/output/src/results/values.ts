import { kindsInOrder } from '@chatferry/contract';
import { z } from 'zod';

// Values in the results of several commands. Every property has a description, which becomes part of the JSON Schema.

export const whole = (text: string): z.ZodInt => z.int().describe(text);
export const text = (meaning: string): z.ZodString => z.string().describe(meaning);
export const flag = (meaning: string): z.ZodBoolean => z.boolean().describe(meaning);

/** One of several words. */
export function oneOf<const Word extends string>(
  meaning: string,
  words: readonly Word[],
): z.ZodEnum<{ [Each in Word]: Each }> {
  return z.enum(words).describe(meaning);
}

/** An object within a result. */
export function group<Shape extends z.core.$ZodShape>(
  meaning: string,
  shape: Shape,
): z.ZodObject<Shape, z.core.$strict> {
  return z.strictObject(shape).describe(meaning);
}

/** A list. It is read-only, so that the printing code need not copy it. */
export function list<Item extends z.ZodType>(
  item: Item,
  meaning: string,
): z.ZodReadonly<z.ZodArray<Item>> {
  return z.array(item).readonly().describe(meaning);
}

export function listOf<Shape extends z.core.$ZodShape>(
  meaning: string,
  shape: Shape,
): z.ZodReadonly<z.ZodArray<z.ZodObject<Shape, z.core.$strict>>> {
  return list(z.strictObject(shape), meaning);
}

export const kind = z.enum(kindsInOrder).meta({ id: 'Kind', description: 'A kind of records.' });

/** Values by kind. Kinds without anything to count are omitted. */
export function byKind<Value extends z.ZodType>(
  value: Value,
  meaning: string,
): z.ZodRecord<typeof kind & z.core.$partial, Value> {
  return z
    .partialRecord(kind, value)
    .describe(`${meaning} Kinds with nothing in them are left out.`);
}

export const isoTime = (meaning: string): z.ZodString =>
  z.string().describe(`${meaning} ISO 8601, UTC.`);

export const next = list(
  z.string(),
  'Commands that make sense now, the most useful one first. They can be pasted into a shell.',
);

type ResultOf<Name extends string, Shape> = z.ZodObject<
  { type: z.ZodLiteral<Name> } & Shape & { next: typeof next },
  z.core.$strict
>;

/** The result of a command. @param id the name of its definition. Default: `PlanResult` for `plan` */
export function result<const Name extends string, Shape extends z.core.$ZodShape>(
  name: Name,
  meaning: string,
  shape: Shape,
  id = `${name.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())}Result`,
): ResultOf<Name, Shape> {
  const type = z.literal(name).describe('The name of this result.');
  return z.strictObject({ type, ...shape, next }).meta({ id, description: meaning });
}

/** A line about one event. */
export function event<const Name extends string, Shape extends z.core.$ZodShape>(
  name: Name,
  shape: Shape,
): z.ZodObject<{ at: z.ZodString; type: z.ZodLiteral<Name> } & Shape, z.core.$strict> {
  return z.strictObject({
    at: isoTime('When it happened.'),
    type: z.literal(name).describe('The name of the event.'),
    ...shape,
  });
}

export const rate = z
  .union([z.number(), z.literal('unlimited')])
  .meta({ id: 'Rate', description: 'Requests a minute; 0 sends nothing.' });

const figures = group('The numbers that the report shows.', {
  rows: whole('All rows. Each is in one of the numbers from stored to pending.'),
  planned: whole('Records in the plan.'),
  stored: whole('Records that the service reported as stored, by this job or before it.'),
  notMoved: whole('Rows that were rejected, failed or skipped, or have other content now.'),
  foundLater: whole('Records that failed or were skipped, and were in the app when it was read.'),
  merged: whole('Rows with the content of an earlier row.'),
  leftOut: whole('Rows that the configuration leaves out.'),
  unchanged: whole('Rows whose record landed unchanged in an earlier job.'),
  updated: whole('Rows whose update is a record of its own.'),
  unknown: whole('Records of which it is not known whether the app holds them.'),
  answeredLater: whole('Records whose answer was lost, and that were read back since.'),
  pending: whole('Records that are not sent yet.'),
  compared: whole('Records that were compared with the app after the latest change.'),
  same: whole('Of compared: those with the planned content in every compared field.'),
  hidden: whole('Records of the same kinds whose list the service does not show.'),
});

export const conclusion = z
  .strictObject({
    state: oneOf('The state of the job; docs/commands.md explains each word.', [
      'inconsistent',
      'undone',
      'undoing',
      'planned',
      'in-progress',
      'killed',
      'stopped',
      'unfinished',
      'differs',
      'unresolved',
      'losses',
      'complete',
    ]),
    proof: oneOf('What was read back from the app.', [
      'nothing',
      'other-app',
      'outdated',
      'some-kinds',
      'several-times',
      'some-records',
      'all',
    ]),
    headline: text('The state in one sentence.'),
    sentences: list(z.string(), 'What else is stated about the job.'),
    figures,
  })
  .meta({
    id: 'Conclusion',
    description: 'What is stated about the job, no stronger than what was proved.',
  });

export const stopReason = z
  .strictObject({
    code: text('The code of the reason; docs/exit-status.md lists all.'),
    message: text('What happened.'),
    fix: text('What to do about it.'),
    serviceCode: text('The code of the service.').optional(),
  })
  .meta({ id: 'StopReason', description: 'Why the work stopped before everything was done.' });

export const skippedEntries = z
  .strictObject({
    operation: text('The operation that lists the entries.'),
    entries: whole('Number of entries.'),
    forms: list(z.string(), 'The forms that the entries have, such as null.'),
  })
  .meta({
    id: 'SkippedEntries',
    description: 'Entries of a list of the app that are not items. They were left out.',
  });

export const target = z
  .strictObject({
    appId: text('The id of the app.'),
    region: oneOf('The region of the app.', ['us', 'eu', 'in']).optional(),
    baseUrl: text('The address of the chat API.').optional(),
  })
  .meta({ id: 'Target', description: 'The app that records are sent to.' });

/** Numbers of records by outcome. */
export const outcomes = {
  created: whole('Records that the service stored for this job.'),
  present: whole('Records that were there already when they were sent, stored by this job or not.'),
  presentByThisJob: whole(
    'Of present: proved to be stored by this job, in a request whose answer was lost.',
  ),
  presentSame: whole('Of present: compared, and the same as planned.'),
  presentDifferent: whole('Of present: compared, and different from the plan.'),
  failed: whole('Records that the service refused.'),
  skipped: whole('Records that were not sent, because a record that they need did not land.'),
  unresolved: whole('Records that were sent, and of which it is not known whether they landed.'),
};

export const progress = { ...outcomes, pending: whole('Planned records without an outcome.') };

/** Numbers of rows that are not in the plan, by reason. */
export const notPlanned = {
  rejected: whole('Rows that cannot become records.'),
  merged: whole(
    'Rows with the id and content of an earlier row, and groups that became conversations.',
  ),
  filtered: whole('Rows that a filter of the mapping left out.'),
  unchanged: whole('Rows whose record landed in an earlier job with the same content.'),
  changed: whole(
    'Rows whose record landed in an earlier job with other content, which is not updated.',
  ),
  updated: whole('Rows whose record landed in an earlier job, and that the plan updates.'),
};

export const rows = {
  rows: whole('Rows read and records made.'),
  made: whole('Of rows: records that planning made, and that are in no input.'),
  madeBy: z
    .record(z.string(), z.int())
    .describe('The number of made records by the setting or field that makes them.'),
};
