/** Later than any deadline that means something: year 2100. */
const never = 4_102_444_800n

/** Unix seconds as a date in the visitor's words. */
export function formatUntil(seconds: string): string {
  if (!/^\d+$/.test(seconds)) return seconds
  const number = BigInt(seconds)
  if (number >= never) return 'Never'
  return new Date(Number(number) * 1000).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })
}
