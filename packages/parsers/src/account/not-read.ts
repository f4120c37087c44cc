import { type Problem, problem } from '@chatferry/contract';

/** The problem of a row at a place of its document that nothing reads. */
export function notRead(place: string): Problem {
  const named = JSON.stringify(place);
  return problem('not-read', {
    field: place,
    fix: `Map its rows in the configuration, with rows: ${named} for their kind. If they are not wanted, ignore them: ignore: [${named}].`,
  });
}
