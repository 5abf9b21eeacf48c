/** A written amount: whole units, decimals with what separates them, and what comes after. */
export function toAmountParts(text: string): readonly [whole: string, fraction: string, rest: string] {
  const [, whole = text, fraction = '', rest = ''] = /^(.*)([.,]\d+)(\D*)$/.exec(text) ?? []
  return [whole, fraction, rest]
}
