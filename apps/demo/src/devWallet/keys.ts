/** Keys of the funded development accounts. They derive from a public phrase: never use them elsewhere. */
export const devKeys = {
  evm: [
    '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
    '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
    '0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a',
  ],
  /** Of the Spare wallet. */
  spareEvm: ['0x7c852118294e51e653712a81e05800f419141751be58f605c371e15141b007a6'],
  /** Of the owner of the smart account. */
  smartEvm: ['0x47e179ec197488593b187f80a00eb0da91f1b9d0b13f8733639f19c30a34926a'],
  solana: [
    'a01c67efb5cb8f62f15907a9fcf124c73d2695c8a9a31f21c05742a31ca1dc72',
    '3f25626cf245c8dd65a2b91a70e6f4c285182489fda230e2553c3752aa962b61',
  ],
  spareSolana: ['8eabe4c79ac3a146c1bc447a64233ea70694669b997b0565039471b2939e8c5e'],
  bitcoin: [
    'b5c8b4acf7b66682afbc5eef20c3b12998ba3c14a97047c9187454377f1a7856',
    '2ea9ba050147af0a7e5bc697b588ee630552766810398242f3c4b9ce25c3cfd7',
  ],
} as const

/** Converts a hex key to bytes. */
export function toBytes(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
}

/** Returns the keys stored by the user or a test, or the default ones. */
export function readKeys(name: string, byDefault: readonly string[]): readonly string[] {
  const stored = getStorage()?.getItem(name)
  return stored ? (JSON.parse(stored) as readonly string[]) : byDefault
}

/** The page's storage; undefined where site data is blocked: reading it throws there. */
export function getStorage(): Storage | undefined {
  try {
    return localStorage
  } catch {
    return undefined
  }
}
