/**
 * Writes a file that tells of work that is done already: when that fails, the work is no less done.
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
