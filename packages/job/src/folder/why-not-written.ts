/**
 * Writes a file about work that is done. A failure to write it does not undo the work.
 *
 * @returns a sentence when the file could not be written
 */
export function whyNotWritten(file: string, write: () => void): string | undefined {
  try {
    write();
    return undefined;
  } catch (error) {
    const [why] = (error instanceof Error ? error.message : String(error)).split('\n');
    return `${file} could not be written: ${why}`;
  }
}
