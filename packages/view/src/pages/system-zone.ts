/** The zone of the machine, IANA name. */
export function systemZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
