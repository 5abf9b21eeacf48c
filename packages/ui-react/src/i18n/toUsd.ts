/** USD as they are written in a language: a decimal text with its digits in groups, e.g. `$2,418.01`; that without one. */
export function toUsd(amount: string, locale?: string | undefined): string {
  const [whole = '0', ...fraction] = amount.split('.')
  if (locale) {
    const digits = fraction[0]?.length ?? 0
    const shown = { minimumFractionDigits: digits, maximumFractionDigits: digits }
    const format = new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD', ...shown })
    const text = format.format(amount as `${number}`)
    // among words from right to left its letters and its sign would part
    return text.startsWith('\u200f') ? text.replace('US$', '\u2066US$\u2069') : text
  }
  return `$${[whole.replace(/\B(?=(\d{3})+$)/g, ','), ...fraction].join('.')}`
}
