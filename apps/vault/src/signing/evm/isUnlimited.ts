/** Amounts from here on are more than any token has: apps write the highest number of 256, 160 or 96 bits. */
const limit = 2n ** 95n

export function isUnlimited(amount: bigint): boolean {
  return amount >= limit
}
