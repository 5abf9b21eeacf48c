/** A wallet's name as far as it tells wallets apart: some call themselves "… Wallet" in one place only. */
export function toWalletKey(name: string): string {
  return name
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replace(/\s+wallet$/, '')
}
