/** A token that the operator vouches for. */
type KnownToken = {
  /** EVM addresses in lower case; of Solana the mint. */
  readonly address: string
  readonly symbol: string
  readonly decimals: number
}

/** What the frame page is told of a network: enough to name it and to write amounts. */
export type FrameNetwork = {
  /** CAIP-2. */
  readonly caipNetworkId: string
  readonly name: string
  /** Of its own currency. */
  readonly symbol: string
  readonly decimals: number
  /** Any other token is shown with its address, whatever it calls itself. */
  readonly tokens?: readonly KnownToken[] | undefined
  /** Whether somebody includes operations of smart accounts there. */
  readonly hasSmartAccounts?: true | undefined
  /** Whether somebody pays for them. */
  readonly hasPaymaster?: true | undefined
  /** Whether the app may name who pays for its calls there. */
  readonly takesPaymaster?: true | undefined
}

/** The JSON that comes in the frame page itself, in the element with the id `settings`. */
export type FrameSettings = {
  readonly project: string
  /** Of the pages that may hold the frame. */
  readonly origins: readonly string[]
  readonly networks: readonly FrameNetwork[]
  /** The vault's clock when the page was sent: milliseconds since the epoch. */
  readonly now: number
  /** What the page's files are told apart by: an older page finds out by it that there is a newer one. */
  readonly build: string
}

/** Of ERC-4337, version 0.7: what operations go through on every network. */
export const entryPointAddress = '0x0000000071727De22E5E9d8BAf0edAc6f37da032'
