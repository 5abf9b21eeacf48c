/** What a visitor can log in with beside an email address. [S5.3] */
export type FrameSocialProvider = 'google' | 'github' | 'apple' | 'facebook' | 'x' | 'discord'

/** The kind of an account: a key pair, or a contract that a key pair governs. [S5.6] */
export type FrameAccountType = 'eoa' | 'smartAccount'

/** A number on EVM, text elsewhere: the genesis hash of Solana, or a CAIP-2 id. */
export type FrameChainId = string | number

/** Fields of a sign-in message (CAIP-122); the frame puts its address in place of `<<AccountAddress>>`. */
export type FrameSiwxMessage = {
  readonly accountAddress: string
  readonly chainId: string
  readonly domain: string
  readonly uri: string
  readonly version: string
  readonly nonce: string
  readonly serializedMessage?: string | undefined
  readonly notBefore?: string | undefined
  readonly statement?: string | undefined
  readonly resources?: readonly string[] | undefined
  readonly requestId?: string | undefined
  readonly issuedAt?: string | undefined
  readonly expirationTime?: string | undefined
}

/** How the app calls itself. */
export type DappMetadata = {
  readonly name: string
  readonly description: string
  readonly url: string
  readonly icons: readonly string[]
}

/** The visitor, as GET_USER and CONNECT_SOCIAL tell of them. [S3.18] */
export type FrameUser = {
  readonly address: string
  readonly chainId: FrameChainId
  readonly email?: string | null | undefined
  /** How the provider that they last logged in with calls them. */
  readonly userName?: string | null | undefined
  /** That provider, if any. */
  readonly socialProvider?: FrameSocialProvider | 'farcaster' | undefined
  readonly smartAccountDeployed?: boolean | undefined
  readonly accounts?: readonly { readonly address: string; readonly type: FrameAccountType }[] | undefined
  readonly preferredAccountType?: FrameAccountType | undefined
  readonly signature?: string | undefined
  readonly message?: string | undefined
  readonly siwxMessage?: FrameSiwxMessage | undefined
}

/** A request of the app to the wallet. [S5.12] */
export type RpcPayload = {
  readonly method: string
  readonly params?: unknown
  readonly chainId?: FrameChainId | undefined
  readonly chainNamespace?: 'eip155' | 'solana' | 'polkadot' | 'bip122' | 'cosmos' | undefined
  readonly rpcUrl?: string | undefined
}
