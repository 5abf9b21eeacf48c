import type { CaipNetworkId, Namespace, PluginContext, SignatureVerdict, SiwxSession } from '@latchkey/core'

/** A verified sign-in, with who signed it: see `SignatureVerdict`. */
export type KeptSession = SiwxSession & { readonly by: Extract<SignatureVerdict, { isValid: true }>['by'] }

/** Values that a server requires in the next message. Times are ISO 8601. */
export type SignInTerms = {
  readonly nonce: string
  readonly issuedAt: string
  readonly expirationTime?: string | undefined
  readonly notBefore?: string | undefined
  readonly requestId?: string | undefined
}

/** The parts of the next message that are known when its terms are requested. */
export type SignInPlan = {
  /** Unknown if the wallet signs while it connects. */
  readonly address?: string | undefined
  readonly chainId: CaipNetworkId
  readonly domain: string
  readonly uri: string
}

/**
 * Stores sign-ins. A contract's session is valid on its own network, a key's on every network of its namespace. All methods may
 * reject if a dependency doesn't respond.
 */
export type Sessions = {
  /** Returns the sessions that are valid now for this address on this network, newest first. */
  get(chainId: CaipNetworkId, address: string): Promise<readonly KeptSession[]>
  /**
   * Adds a verified session. If `request` exists, verifies it first. `others`: sign-ins of the same account with the same nonce
   * for other networks, which are added by calls of their own; a server can verify them in the same request.
   */
  add(session: SiwxSession & Partial<KeptSession>, others?: readonly SiwxSession[]): Promise<void>
  /** Replaces all sessions by these, which are verified or stored already. */
  set(sessions: readonly (SiwxSession & Partial<KeptSession>)[]): Promise<void>
  /** Removes the sessions of this address on this network. */
  delete(chainId: CaipNetworkId, address: string): Promise<void>
  /**
   * Removes the sessions of this address on every network of the namespace: the user signs out. Default: calls `delete`
   * for each configured network of the namespace.
   */
  deleteAccount?(namespace: Namespace, address: string): Promise<void>
  /** Requests the nonce of a message. Implement it together with verification: `add` must then reject invalid sessions. */
  request?(plan: SignInPlan): Promise<SignInTerms>
  /** Watches changes made elsewhere, e.g. in another tab. Returns its unsubscribe. */
  onChange?(listener: () => void): () => void
}

/** Your own sessions, or a function that opens them with the modal's clock and storage. */
export type SessionsSource = Sessions | ((context: SessionsContext) => Sessions)

export type SessionsContext = Pick<PluginContext, 'env' | 'signal' | 'warn'> & {
  /** Prefix of the modal's storage keys. */
  readonly id: string
}
