export type WalletNamespace = 'eip155' | 'solana' | 'bip122'

export type SignRequest = {
  /** CAIP-2. */
  readonly chain: string
  readonly method: string
  readonly params: unknown
  /** The only address that may sign: the one that the app was told. */
  readonly address: string
}

/** The keys of a chain family, and what they can do. */
export type ChainSigner = {
  readonly namespace: WalletNamespace
  /** By account. */
  readonly addresses: readonly [string, ...string[]]
  readonly methods: readonly string[]
  /** Throws `WalletRefusal`. */
  readonly answer: (request: SignRequest) => Promise<unknown>
}
