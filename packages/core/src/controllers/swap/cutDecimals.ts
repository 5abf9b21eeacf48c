/** A typed amount without the decimals that a token does not have: cut, never rounded. Other texts stay as they are. */
export function cutDecimals(text: string, decimals: number): string {
  const [, whole, fraction] = /^(\d*)\.(\d*)$/.exec(text) ?? []
  if (whole === undefined || fraction === undefined || fraction.length <= decimals) return text
  return decimals === 0 ? whole : `${whole}.${fraction.slice(0, decimals)}`
}
