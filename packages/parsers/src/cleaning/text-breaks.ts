/**
 * Graphemes, so that no accent, flag or family is torn apart. Nothing finer is asked of the segmenter: where it sees
 * words in a script without spaces changes from version to version, and the same text has to be split the same way
 * each time.
 */
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Where the app puts the name of a user; one that is torn apart is a mention no more. */
const mention = /<@uid:[^>]{1,100}>/gu;
const LONGEST_MENTION = '<@uid:'.length + 100 + '>'.length;

export function graphemesOf(text: string): Intl.Segments {
  return segmenter.segment(text);
}

/** Where a text may be divided: behind `after`, best behind `half`, and no later than `latest`. */
export interface BreakRange {
  readonly after: number;
  readonly half: number;
  readonly latest: number;
}

/**
 * The best place to divide a text at: behind a paragraph, a line or a word, else between two graphemes, and between
 * two characters only when one grapheme is longer than the range.
 *
 * @returns undefined when there is no place at all
 */
export function breakIn(
  text: string,
  graphemes: Intl.Segments,
  { after, half, latest }: BreakRange,
): number | undefined {
  const from = Math.max(Math.floor(half), after);
  const whole = (at: number): boolean => wholeBefore(text, graphemes, at) === at;
  const runs = blankRuns(text, from, latest);
  for (const breaks of [2, 1, 0]) {
    const last = runs.findLast((run) => run.breaks >= breaks && run.end > from && whole(run.end));
    if (last !== undefined) return last.end;
  }
  const between = wholeBefore(text, graphemes, latest);
  if (between > after) return between;
  const character = characterAt(text, latest);
  return character > after ? character : undefined;
}

/** Blank runs in a range, with how many line breaks each holds. */
function blankRuns(text: string, from: number, to: number): { end: number; breaks: number }[] {
  const runs = text.slice(from, to).matchAll(/\s+/gu);
  return [...runs].map(({ 0: run, index }) => ({
    end: from + index + run.length,
    breaks: run.split('\n').length - 1,
  }));
}

/** The last place up to `at` that lies neither within a grapheme nor within a mention. */
function wholeBefore(text: string, graphemes: Intl.Segments, at: number): number {
  const grapheme = graphemes.containing(at)?.index ?? at;
  const first = Math.max(0, grapheme - LONGEST_MENTION);
  const around = text.slice(first, grapheme + LONGEST_MENTION);
  for (const { 0: found, index } of around.matchAll(mention)) {
    const start = first + index;
    if (start < grapheme && grapheme < start + found.length)
      return wholeBefore(text, graphemes, start);
  }
  return grapheme;
}

/** Where the character begins of which a unit is a part. */
export function characterAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at;
}
