import type { IgnoredFile } from '@chatferry/job/planning';

/** Lists files in the given folders that are not read. */
export function ignoredLines(ignored: readonly IgnoredFile[]): string[] {
  const unknown = ignored.filter((each) => !isTold(each));
  return [
    ...ignored.filter(isTold).map((each) => `Not read: ${ignoredText(each)}`),
    ...(unknown.length === 0
      ? []
      : [`Ignored, because their names show no kind: ${unknown.map(ignoredText).join(', ')}`]),
  ];
}

/** Whether chatferry knows why the file is not read, or what the file is. */
function isTold({ skipped, what }: IgnoredFile): boolean {
  return (skipped ?? what) !== undefined;
}

/** The name of an ignored file, with the reason, or with the option that reads the file. */
export function ignoredText({ file, isLinkOutside, skipped, what }: IgnoredFile): string {
  const why = skipped ?? what;
  if (why !== undefined) return `${file} (${why})`;
  return isLinkOutside
    ? `${file} (a link that leads outside the folder; --follow-links reads it)`
    : file;
}
