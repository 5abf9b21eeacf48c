/** BTC as bitcoind's JSON has them → satoshis, exactly: 21 million times 10⁸ is below 2⁵³. */
export function toSats(bitcoins: number): number {
  return Math.round(bitcoins * 100_000_000)
}
