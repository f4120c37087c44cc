/**
 * Graphemes, so that no accent, flag or family is split. The word segmentation is not used: for
 * scripts without spaces its results change from version to version, and the same text has to be split the same way
 * each time.
 */
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** A mention, where the app shows the name of a user. A mention that is split is no longer a mention. */
const mention = /<@uid:[^>]{1,100}>/gu;
const LONGEST_MENTION = '<@uid:'.length + 100 + '>'.length;

export function graphemesOf(text: string): Intl.Segments {
  return segmenter.segment(text);
}

/** Where a text may be split: after `after`, preferably after `half`, and no later than `latest`. */
export interface BreakRange {
  readonly after: number;
  readonly half: number;
  readonly latest: number;
}

/**
 * The best position to split a text at: after a paragraph, a line or a word, else between two graphemes, and between
 * two characters only when one grapheme is longer than the range.
 *
 * @returns undefined when there is no such position
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

/** Runs of blanks in a range, with the number of line breaks in each. */
function blankRuns(text: string, from: number, to: number): { end: number; breaks: number }[] {
  const runs = text.slice(from, to).matchAll(/\s+/gu);
  return [...runs].map(({ 0: run, index }) => ({
    end: from + index + run.length,
    breaks: run.split('\n').length - 1,
  }));
}

/** The last position up to `at` that is neither inside a grapheme nor inside a mention. */
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

/** The first unit of the character that contains the unit at this position. */
export function characterAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at;
}
