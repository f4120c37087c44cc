import type { IgnoredFile } from '@chatferry/job/planning';

/** Lists the files of given folders that are not read. */
export function ignoredLines(ignored: readonly IgnoredFile[]): string[] {
  const unknown = ignored.filter((each) => !isTold(each));
  return [
    ...ignored.filter(isTold).map((each) => `Not read: ${ignoredText(each)}`),
    ...(unknown.length === 0
      ? []
      : [`Ignored, because their names show no kind: ${unknown.map(ignoredText).join(', ')}`]),
  ];
}

/** Whether it is known why a file is not read, or what it is. */
function isTold({ skipped, what }: IgnoredFile): boolean {
  return (skipped ?? what) !== undefined;
}

/** The name of an ignored file, and the option that reads it where there is one. */
export function ignoredText({ file, isLinkOutside, skipped, what }: IgnoredFile): string {
  const why = skipped ?? what;
  if (why !== undefined) return `${file} (${why})`;
  return isLinkOutside
    ? `${file} (a link that leads outside the folder; --follow-links reads it)`
    : file;
}
