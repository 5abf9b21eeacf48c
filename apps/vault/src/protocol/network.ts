/** A token that the operator vouches for. */
type KnownToken = {
  /** EVM addresses in lower case; on Solana the mint. */
  readonly address: string
  readonly symbol: string
  readonly decimals: number
}

/** A network as the frame page needs it: to name it and to format amounts. */
export type FrameNetwork = {
  /** CAIP-2. */
  readonly caipNetworkId: string
  readonly name: string
  /** Of its native currency. */
  readonly symbol: string
  readonly decimals: number
  /** Any other token is shown with its address, whatever it calls itself. */
  readonly tokens?: readonly KnownToken[] | undefined
  /** Whether the network has a bundler. */
  readonly hasSmartAccounts?: true | undefined
  /** Whether the network has a paymaster. */
  readonly hasPaymaster?: true | undefined
  /** Whether the app may name a paymaster there. */
  readonly takesPaymaster?: true | undefined
}

/** The JSON in the frame page, in the element with the id `settings`. */
export type FrameSettings = {
  readonly project: string
  /** Origins that may embed the frame. */
  readonly origins: readonly string[]
  /** Path of the project's logo on this site. */
  readonly logo?: string | undefined
  readonly networks: readonly FrameNetwork[]
  /** The app requires self-custody: `networks` lacks EVM networks without smart accounts, and custody signs for those that passkeys own. */
  readonly requiresSelfCustody?: true | undefined
  /** The vault's clock when the page was sent: milliseconds since the epoch. */
  readonly now: number
  /** Identifies the page's files, so that an older page can find out that there is a newer one. */
  readonly build: string
}

/** The ERC-4337 entry point, version 0.7, on every network. */
export const entryPointAddress = '0x0000000071727De22E5E9d8BAf0edAc6f37da032'
