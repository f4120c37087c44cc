/** Breaks a paragraph into lines of at most `width` characters. Lines after the first are indented by `indent` blanks. */
export function wrap(paragraph: string, width: number, indent: number): string {
  const lines: string[] = [];
  let line = '';
  for (const word of paragraph.split(' ')) {
    if (line !== '' && indent + line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line].join(`\n${' '.repeat(indent)}`);
}
