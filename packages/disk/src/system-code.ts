/**
 * The code of an error of the operating system, such as `ENOSPC`; empty for any other error.
 *
 * Node 24's `rmSync` leaves the code of a disk error empty; only its message contains the error, in the words of the C library.
 */
export function systemCode(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === '' && message.includes('Input/output error')) return 'EIO';
  return code ?? '';
}
