/** Sends a signal to a process. Signal 0 only checks whether the process runs. @returns false when there is no such process */
export function signalled(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
