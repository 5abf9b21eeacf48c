/** Configuration from the launcher: the URLs of the local chains and services. */
export type DemoConfig = {
  readonly chains: readonly {
    readonly id: number
    readonly name: string
    readonly rpcUrl: string
    readonly nativeCurrency: { readonly name: string; readonly symbol: string; readonly decimals: number }
  }[]
  /** The factory of smart accounts, at the same address on every chain. */
  readonly accountFactory?: `0x${string}` | undefined
  readonly solana?: SolanaConfig | undefined
  readonly bitcoin?: BitcoinConfig | undefined
  /** The relay between this page and wallets on other devices. */
  readonly relayUrl?: string | undefined
  /** The test wallet's page, for another tab or a phone. */
  readonly walletUrl?: string | undefined
  /** Wallet list and images. */
  readonly walletsUrl?: string | undefined
  /** Balances, prices, names, swaps, purchases and history. */
  readonly blockchainApiUrl?: string | undefined
  /** The swap router on the local chains. */
  readonly swapRouter?: string | undefined
  /** The server that users sign in to. */
  readonly signIn?: SignInConfig | undefined
  /** The secure frame of the embedded wallet: a site of its own. */
  readonly frameUrl?: string | undefined
  /** The local mailbox that receives the embedded wallet's emails and text messages. */
  readonly mailboxUrl?: string | undefined
  /** The guides, as a site. */
  readonly docsUrl?: string | undefined
  /** The repository, as a site. */
  readonly sourceUrl?: string | undefined
  /** Login methods besides email: provider names and 'farcaster'. */
  readonly socials?: readonly string[] | undefined
  /** Backend of an app with its own users: returns a token for the posted user name. */
  readonly tokenUrl?: string | undefined
}

type SignInConfig = {
  /** Base URL of the sign-in endpoints. */
  readonly serverUrl: string
  /** The resource that requires a sign-in. */
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

/** Fetches the configuration from the demo's server. */
export async function fetchConfig(): Promise<DemoConfig> {
  const response = await fetch('/config.json')
  if (!response.ok) throw new Error(`The demo server returned ${response.status} for /config.json.`)
  return (await response.json()) as DemoConfig
}
