import { type Problem, problem } from '@chatferry/contract';

/**
 * The problem of a row at a place of its document that nothing reads.
 *
 * @param inside the same place relative to a row that is read, if it is inside of one
 */
export function notRead(place: string, inside?: string): Problem {
  const named = JSON.stringify(place);
  const nested = inside === undefined ? undefined : /^.*?(?:\[\*\]|\.\*)/.exec(inside)?.[0];
  const alike =
    nested === undefined
      ? ''
      : `, or, where they are like the rows around them, with nested: ${JSON.stringify(nested)} there`;
  return problem('not-read', {
    field: place,
    fix: `Map its rows in the configuration, with rows: ${named} for their kind${alike}. If they are not wanted, ignore them: ignore: [${named}].`,
  });
}
