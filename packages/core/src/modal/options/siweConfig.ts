/** Configuration of the legacy sign-in. [S3.20] */
export type SiweConfig = {
  /** Fetches a nonce from the server, valid for one sign-in. */
  getNonce(address?: string | undefined): Promise<string>
  /** Returns the message fields that the app sets. */
  getMessageParams?(): Promise<SiweMessageParams> | SiweMessageParams
  /** Returns the text to sign. */
  createMessage(fields: SiweMessageFields): string
  /** Whether the server accepts the signature. The server keeps the session. */
  verifyMessage(claim: { readonly message: string; readonly signature: string }): Promise<boolean>
  /** Returns the current session, or null. */
  getSession(): Promise<SiweSession | null>
  signOut(): Promise<boolean>
  readonly onSignIn?: ((session: SiweSession) => void) | undefined
  readonly onSignOut?: (() => void) | undefined
  /** Disconnects users who don't sign in. Default: true. */
  readonly required?: boolean | undefined
  /** If false, the configuration is ignored. Default: true. */
  readonly enabled?: boolean | undefined
  /** Default: true, as for the next two. */
  readonly signOutOnAccountChange?: boolean | undefined
  readonly signOutOnNetworkChange?: boolean | undefined
  readonly signOutOnDisconnect?: boolean | undefined
  /** Interval of session checks, in milliseconds. Default: five minutes. */
  readonly sessionRefetchIntervalMs?: number | undefined
}

export type SiweSession = {
  readonly address: string
  /** EIP-155 chain id, e.g. 1. */
  readonly chainId: number
}

/** Times are ISO 8601. */
export type SiweMessageParams = {
  readonly domain?: string | undefined
  readonly uri?: string | undefined
  readonly version?: string | undefined
  readonly statement?: string | undefined
  readonly iat?: string | undefined
  readonly nbf?: string | undefined
  readonly exp?: string | undefined
  readonly requestId?: string | undefined
  readonly resources?: readonly string[] | undefined
}

export type SiweMessageFields = SiweMessageParams & {
  readonly address: string
  /** EIP-155 chain id, e.g. 1. */
  readonly chainId: number
  readonly nonce: string
  readonly domain: string
  readonly uri: string
  readonly version: string
  readonly iat: string
}
