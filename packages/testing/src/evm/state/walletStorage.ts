/** The part of `Storage` that the wallet needs; `localStorage` and `sessionStorage` fit. */
export type WalletStorage = {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}
