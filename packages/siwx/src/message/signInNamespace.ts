/** Chain families that sign in, and how each names its accounts in messages. [EIP-4361] [CAIP-122] */
export const accountNames = { eip155: 'Ethereum', solana: 'Solana', bip122: 'Bitcoin' } as const

export type SignInNamespace = keyof typeof accountNames

export function isSignInNamespace(value: unknown): value is SignInNamespace {
  return typeof value === 'string' && Object.hasOwn(accountNames, value)
}
