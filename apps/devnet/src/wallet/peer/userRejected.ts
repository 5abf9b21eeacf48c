/** As WalletConnect's clients number them. */
export const userRejected = { code: 5_000, message: 'User rejected.' } as const
