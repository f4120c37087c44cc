/** `1,234,567`: the same on every machine. */
export function count(number: number): string {
  return number.toLocaleString('en-US');
}

/** `1 request`, `2 requests`. */
export function counted(number: number, one: string, many = `${one}s`): string {
  return `${count(number)} ${number === 1 ? one : many}`;
}
