/** How a wallet is spoken to. `request`: JSON-RPC in the manner of sats-connect. */
export type Shape = 'standard' | 'request' | 'leather' | 'okx' | 'unisat'

/** A wallet that was found on the page, cut to what is safe to show. Every word of it is a claim. */
export type FoundWallet = {
  readonly shape: Shape
  readonly name: string
  /** A data URL of an image, for image elements only. */
  readonly icon: string | undefined
  /** The wallet's own interface: a wallet of Wallet Standard, or an injected object. Foreign: every call may throw. */
  readonly target: object
  /** Where it came from, the best first: Wallet Standard, the registry, a known place of the window. */
  readonly rank: 0 | 1 | 2
  readonly can: {
    readonly message: boolean
    readonly psbt: boolean
    /** Pays though it signs no PSBT. */
    readonly transfer?: boolean
    readonly network: boolean
  }
}
