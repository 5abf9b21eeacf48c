/** What a sign-in of the older kind asks for. [S3.20] */
export type SiweConfig = {
  /** A nonce from the server, for one sign-in. */
  getNonce(address?: string | undefined): Promise<string>
  /** Fields of the message that the app decides. */
  getMessageParams?(): Promise<SiweMessageParams> | SiweMessageParams
  /** The text to sign. */
  createMessage(fields: SiweMessageFields): string
  /** Whether the server takes the signature; it keeps the session. */
  verifyMessage(claim: { readonly message: string; readonly signature: string }): Promise<boolean>
  /** Who is signed in, or null. */
  getSession(): Promise<SiweSession | null>
  signOut(): Promise<boolean>
  readonly onSignIn?: ((session: SiweSession) => void) | undefined
  readonly onSignOut?: (() => void) | undefined
  /** Disconnects a visitor who does not sign in. Yes unless told. */
  readonly required?: boolean | undefined
  /** Off: as if it were not there. */
  readonly enabled?: boolean | undefined
  /** Yes unless told, as are the next two. */
  readonly signOutOnAccountChange?: boolean | undefined
  readonly signOutOnNetworkChange?: boolean | undefined
  readonly signOutOnDisconnect?: boolean | undefined
  /** How often the session is looked for anew, in milliseconds; every five minutes unless told. */
  readonly sessionRefetchIntervalMs?: number | undefined
}

export type SiweSession = {
  readonly address: string
  /** EIP-155, e.g. 1. */
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
  /** EIP-155, e.g. 1. */
  readonly chainId: number
  readonly nonce: string
  readonly domain: string
  readonly uri: string
  readonly version: string
  readonly iat: string
}
