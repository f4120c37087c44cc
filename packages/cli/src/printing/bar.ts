/** Possible widths of a bar: the widest with which the line fits the terminal is drawn. */
const WIDTHS = [24, 12, 6, 0];

/** A line with a bar, as wide as the terminal allows. @param texts what follows the bar; without the last ones if they do not fit */
export function barLine(
  name: string,
  share: number,
  texts: readonly string[],
  columns: number,
): string {
  return fitting(
    texts.flatMap((text) => WIDTHS.map((width) => `${name} ${barText(width, share)}${text}`)),
    columns,
  );
}

/** The first of several lines that fits; the last one when none does. */
export function fitting(lines: readonly string[], columns: number): string {
  return lines.find((line) => line.length <= columns) ?? lines.at(-1)!;
}

/** Rounded down: 100 % means all of it. */
export function percent(part: number, whole: number): string {
  return `${whole === 0 ? 100 : Math.floor((part / whole) * 100)} %`;
}

function barText(width: number, share: number): string {
  const filled = Math.floor(Math.min(share, 1) * width);
  return width === 0 ? '' : `${'█'.repeat(filled)}${'░'.repeat(width - filled)} `;
}
