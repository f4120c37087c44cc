const name = /^\$(?:file|folder(?:\[(?<up>\d+)\])?)$/;

/** The extensions of a file of rows, compressed or not. They are not part of its name. */
const extensions = /(?:\.(?:csv|tsv|txt|json|ndjson|jsonl))?(?:\.(?:gz|zst))?$/i;

/** Whether a name means a part of the path of its file: `$file`, `$folder`, `$folder[1]`. */
export function isPathPart(text: string): boolean {
  return name.test(text);
}

/**
 * The part of a path that a name means: the file without its extension, the folder of the file, or a folder further up. Undefined where
 * the path has no such folder.
 *
 * @param file as it was given
 */
export function pathPart(text: string, file: string): string | undefined {
  const up = Number(name.exec(text)?.groups?.['up'] ?? 0);
  const parts = file.normalize('NFC').split(/[/\\]/);
  const own = parts.pop()!;
  if (text === '$file') return own.replace(extensions, '');
  const folder = parts.filter((part) => part !== '' && part !== '.').at(-1 - up);
  return folder === '..' ? undefined : folder;
}
