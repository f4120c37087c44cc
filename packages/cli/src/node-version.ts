/**
 * The reason why this Node cannot run chatferry; undefined when it can.
 *
 * Runs before anything else is loaded, so it uses nothing that an old Node may lack.
 */
export function nodeRefusal(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > 24 || (major === 24 && minor >= 11)) return undefined;
  return `chatferry needs Node 24.11 or newer, and this is Node ${version}. Install Node 24 or newer from https://nodejs.org, and start the command again.`;
}
