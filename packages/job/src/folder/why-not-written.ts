/**
 * Writes a file that describes finished work. An error is returned, not thrown: the work stays done.
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
