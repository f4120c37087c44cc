/** The file and the line of a record. Records that planning makes have no line. */
export function originText(file: string, line: number): string {
  const made = /^\((made .*)\)$/.exec(file)?.[1];
  return made ?? `${file}:${line}`;
}
