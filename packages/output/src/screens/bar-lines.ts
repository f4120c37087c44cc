import { count } from '@chatferry/contract';
import { percent } from './percent.ts';
import { fits, textWidth } from './text-width.ts';

/** A counted quantity and its progress. */
export interface Bar {
  readonly name: string;
  readonly done: number;
  /** Absent when only the share is known. */
  readonly planned?: number;
  /** From 0 to 1; undefined when it is not known. Default: the share of `planned`. */
  readonly share?: number | undefined;
  /** A text after the numbers, in a long and a short form. A narrow terminal shows neither. */
  readonly note?: readonly [long: string, short: string] | undefined;
  /** Losses, on a line of their own, which even the narrowest terminal shows. */
  readonly losses?: string | undefined;
}

/** The forms of a bar, from wide to narrow. All bars have the widest form that fits the terminal. */
const FORMS = [
  { gap: '  ', bar: 36, hasTotal: true, note: 0 },
  { gap: ' ', bar: 20, hasTotal: true, note: 0 },
  { gap: ' ', bar: 20, hasTotal: true, note: 1 },
  { gap: ' ', bar: 12, hasTotal: true, note: 1 },
  { gap: ' ', bar: 12, hasTotal: true },
  { gap: ' ', bar: 6, hasTotal: false },
  { gap: ' ', bar: 0, hasTotal: false },
] as const;

/** Columns reserved for the long and the short note, so that the bars keep their width while a note grows. */
const NOTE_WIDTHS = [26, 10] as const;

/** One line for each bar, with the numbers aligned in columns. */
export function barLines(bars: readonly Bar[], columns: number): string[] {
  const drawn = FORMS.map((form) => bars.map((bar) => drawnBar(bar, form, bars)));
  const fitting = drawn.find((each) => each.every(({ width }) => width <= columns));
  return (fitting ?? drawn.at(-1)!).flatMap(({ line, start }, index) => {
    const losses = bars[index]!.losses;
    if (losses === undefined) return [line];
    const indented = ' '.repeat(start) + losses;
    return [line, fits(indented, columns) ? indented : `  ${losses}`];
  });
}

interface DrawnBar {
  readonly line: string;
  /** The width, including the columns reserved for a note. */
  readonly width: number;
  /** The column of the numbers. */
  readonly start: number;
}

function drawnBar(
  { name, done, note, ...of }: Bar,
  { gap, bar: width, hasTotal, ...form }: (typeof FORMS)[number],
  all: readonly Bar[],
): DrawnBar {
  const nameWidth = Math.max(...all.map((each) => textWidth(each.name)));
  const numberWidth = Math.max(...all.map((each) => count(each.planned ?? each.done).length));
  const share = 'planned' in of ? shareOf(done, of.planned) : of.share;
  const start = [
    name + ' '.repeat(nameWidth - textWidth(name)) + gap,
    width === 0 ? '' : `${blocks(share ?? 0, width)} `,
    (share === undefined ? '' : percent(share, 1)).padStart(5) + gap,
  ].join('');
  const total = 'planned' in of && hasTotal ? ` of ${count(of.planned).padEnd(numberWidth)}` : '';
  const line = `${start}${count(done).padStart(numberWidth)}${total}`;
  const hasNotes = 'note' in form && all.some((each) => each.note !== undefined);
  const noted = hasNotes && note !== undefined ? `${line}${gap}${note[form.note]}` : line;
  const kept = hasNotes ? textWidth(line) + gap.length + NOTE_WIDTHS[form.note] : 0;
  return {
    line: noted.trimEnd(),
    width: Math.max(textWidth(noted), kept),
    start: textWidth(start),
  };
}

function shareOf(done: number, planned: number): number {
  return planned === 0 ? 1 : Math.min(done / planned, 1);
}

/** A bar of blocks. @param share from 0 to 1 */
export function blocks(share: number, width: number): string {
  const filled = Math.floor(share * width);
  return '█'.repeat(filled) + '░'.repeat(width - filled);
}
