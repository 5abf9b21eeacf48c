/** A written amount: what comes before where that is more than a sign, whole units, decimals with what separates them, what comes after. */
export function toAmountParts(text: string): readonly [before: string, whole: string, fraction: string, after: string] {
  const [, before = '', whole = text, fraction = '', after = ''] = /^(\D{2,})?(.*)([.,]\d+)(\D*)$/.exec(text) ?? []
  return [before, whole, fraction, after]
}
