/** How many records an option allows. @param planned records of the whole plan */
export function allowedRecords(
  allowed: number | { readonly percent: number },
  planned: number,
): number {
  return typeof allowed === 'object' ? Math.floor((planned * allowed.percent) / 100) : allowed;
}
