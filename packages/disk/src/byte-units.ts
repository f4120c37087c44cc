/** A number of bytes in powers of 1000: `512 B`, `18.7 kB`, `3.7 GB`. */
export function bytes(number: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let value = number;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${value < 9.95 && unit > 0 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
}
