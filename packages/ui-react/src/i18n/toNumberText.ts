/** A decimal text as it is written in a language: `toNumberText('1234.50', 'de')` is `1.234,50`. As it is without one. */
export function toNumberText(amount: string, locale: string | undefined): string {
  if (!locale || !/^-?\d+(\.\d{0,20})?$/.test(amount)) return amount
  const digits = amount.split('.')[1]?.length ?? 0
  const format = new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits })
  // as a text: a number would lose digits
  return format.format(amount as `${number}`)
}
