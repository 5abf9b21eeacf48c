import type { CaipNetworkId, PluginContext, SignatureVerdict, SiwxSession } from '@latchkey/core'

/** A sign-in that was found good, and whose word that is: see `SignatureVerdict`. */
export type KeptSession = SiwxSession & { readonly by: Extract<SignatureVerdict, { isValid: true }>['by'] }

/** What a server wants the next message to bear. Times are ISO 8601. */
export type SignInTerms = {
  readonly nonce: string
  readonly issuedAt: string
  readonly expirationTime?: string | undefined
  readonly notBefore?: string | undefined
  readonly requestId?: string | undefined
}

/** What is known of the next message when a server is asked for its terms. */
export type SignInPlan = {
  /** Unknown where the wallet signs while it connects. */
  readonly address?: string | undefined
  readonly chainId: CaipNetworkId
  readonly domain: string
  readonly uri: string
}

/**
 * Where sign-ins are kept. A session by a contract counts on its own network, one by a key on every network of its chain
 * family. All may reject where what they need does not answer.
 */
export type Sessions = {
  /** Those that are good now for this address on this network, the newest first. */
  get(chainId: CaipNetworkId, address: string): Promise<readonly KeptSession[]>
  /** Keeps one that was found good; with `request`, finds out whether it is. */
  add(session: SiwxSession & Partial<KeptSession>): Promise<void>
  /** Keeps these, which were found good or are kept already, and forgets all others. */
  set(sessions: readonly (SiwxSession & Partial<KeptSession>)[]): Promise<void>
  /** Forgets those that count for this address on this network. */
  delete(chainId: CaipNetworkId, address: string): Promise<void>
  /** Asks for the nonce of a message. Who has this checks signatures too: `add` rejects what is not good. */
  request?(plan: SignInPlan): Promise<SignInTerms>
  /** Tells of what others did, e.g. another tab. Returns its unsubscribe. */
  onChange?(listener: () => void): () => void
}

/** Sessions of your own, or what opens them with the clock and the storage of the modal. */
export type SessionsSource = Sessions | ((context: SessionsContext) => Sessions)

export type SessionsContext = Pick<PluginContext, 'env' | 'signal' | 'warn'> & {
  /** Prefix of what this modal stores. */
  readonly id: string
}
