/** What the wallet is called where wallets are listed. */
export const name = 'Embedded wallet'
