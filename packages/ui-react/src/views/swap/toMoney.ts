/** USD as they are written in a language; undefined: that of the visitor's system. */
export function toMoney(value: number, locale: string | undefined): string {
  return new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' }).format(value)
}
