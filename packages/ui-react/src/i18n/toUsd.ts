/** USD as they are shown: a decimal text with its digits in groups, e.g. `$2,418.01`. */
export function toUsd(amount: string): string {
  const [whole = '0', ...fraction] = amount.split('.')
  return `$${[whole.replace(/\B(?=(\d{3})+$)/g, ','), ...fraction].join('.')}`
}
