const nouns = [
  'attachment',
  'cause',
  'change',
  'column',
  'entry|entries',
  'field',
  'file',
  'friendship',
  'group',
  'job',
  'key',
  'member',
  'membership',
  'message',
  'proposal',
  'reaction',
  'reason',
  'record',
  'reply|replies',
  'request',
  'role',
  'row',
  'run',
  'user',
  'value',
].map((each) => each.split('|') as [string, string?]);

const singular = nouns.map(([one]) => one).join('|');
const plural = nouns.map(([one, many = `${one}s`]) => many).join('|');

/** `1 rows`, and `2 row` or `0 row`; not `2 role updates`, nor a number inside of another one, or in an id. */
const faults = [
  new RegExp(String.raw`(?<![\w.,:-])1 (?:more )?(?:${plural})\b(?! =)`),
  new RegExp(
    String.raw`(?<![\w.:-])(?:0|[2-9]|\d[\d,]*\d) (?:more )?(?:${singular})\b(?![-_=.:/]| \w+s\b)`,
  ),
];

/** Every number that a command prints has the right form of what it counts. */
export function checkPlurals(lines: readonly string[]): void {
  const line = lines.find((each) => faults.some((fault) => fault.test(each)));
  if (line !== undefined) throw new Error(`Singular or plural is wrong: ${line}`);
}
