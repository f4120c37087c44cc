/** A malformed address. The error does not repeat it, because it may contain a password. */
export class AddressError extends Error {
  override readonly name = 'AddressError';
}

/** @param form an example of an address @throws {AddressError} */
export function checkAddress(address: string, protocols: readonly string[], form: string): void {
  const isOne = URL.canParse(address) && protocols.includes(new URL(address).protocol);
  if (!isOne) throw new AddressError(`the value is not an address such as ${form}`);
}
