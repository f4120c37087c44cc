/** Sends a signal to a process; 0 only asks whether it runs. @returns false: there is no such process */
export function signalled(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
