/** What the launcher tells the page: where the local chains are. */
export type DemoConfig = {
  readonly chains: readonly {
    readonly id: number
    readonly name: string
    readonly rpcUrl: string
    readonly nativeCurrency: { readonly name: string; readonly symbol: string; readonly decimals: number }
  }[]
  /** Makes smart accounts, on every one of the chains. */
  readonly accountFactory?: `0x${string}` | undefined
  readonly solana?: SolanaConfig | undefined
  readonly bitcoin?: BitcoinConfig | undefined
  /** The relay between this page and wallets on other devices. */
  readonly relayUrl?: string | undefined
  /** The page of a test wallet, for another tab or a phone. */
  readonly walletUrl?: string | undefined
  /** Wallet list and images. */
  readonly walletsUrl?: string | undefined
  /** Balances, prices, names, swaps, purchases and history. */
  readonly blockchainApiUrl?: string | undefined
  /** The contract that swaps on the local chains. */
  readonly swapRouter?: string | undefined
  /** The server that visitors sign in to. */
  readonly signIn?: SignInConfig | undefined
  /** The secure frame of the embedded wallet: a site of its own. */
  readonly frameUrl?: string | undefined
  /** Where the mails of the embedded wallet end on this machine. */
  readonly mailboxUrl?: string | undefined
  /** What it may be logged in with beside a mailbox: names of providers, and 'farcaster'. */
  readonly socials?: readonly string[] | undefined
}

export type SignInConfig = {
  /** Its handlers of sign-in. */
  readonly serverUrl: string
  /** What it gives to members only. */
  readonly membersUrl: string
}

export type SolanaConfig = {
  readonly caipNetworkId: `solana:${string}`
  readonly rpcUrl: string
}

export type BitcoinConfig = {
  readonly caipNetworkId: `bip122:${string}`
  readonly esploraUrl: string
}

/** Asks the demo's own server for it. */
export async function fetchConfig(): Promise<DemoConfig> {
  const response = await fetch('/config.json')
  if (!response.ok) throw new Error(`The demo's server answered ${response.status} for /config.json.`)
  return (await response.json()) as DemoConfig
}
