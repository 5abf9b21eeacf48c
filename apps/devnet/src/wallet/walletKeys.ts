/** Private keys of 32 bytes as hex, without 0x; the first of each is the one in use until the wallet switches. */
export type WalletKeys = {
  readonly eip155: readonly [string, ...string[]]
  readonly solana: readonly [string, ...string[]]
  readonly bip122: readonly [string, ...string[]]
}
