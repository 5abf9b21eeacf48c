import type { CustodyMethod, CustodyParams, CustodyResult } from '../../protocol/custody.js'
import type { Vault } from './vault.js'

export type SessionOptions = {
  /** Asks the vault without saying hello before. */
  readonly vault: Pick<Vault, 'call'>
  /** Gives the app a token to keep for the frame, whose browser keeps nothing for it. */
  readonly sendToken: (token: string) => void
}

export type Session = {
  /** As the vault's, after this page has said hello. */
  call: Vault['call']
  /** Whether somebody is logged in here; `token`: what the app kept for us. */
  isConnected(token: string | undefined, options: { readonly signal: AbortSignal }): Promise<boolean>
  /** After a login: the app gets a token to keep where the browser keeps nothing. */
  keep(options: { readonly signal: AbortSignal }): Promise<void>
  /** Says hello again, for a key that the vault no longer knows. */
  renew(signal: AbortSignal): Promise<void>
  /** Whether the browser keeps our cookie; unknown before the first hello. */
  hasCookie(): boolean | undefined
}

type Hello = CustodyResult<'hello'>

/**
 * How this page proves from load to load who it is: by a cookie; or, where the browser denies those too, by a token that the
 * page around it keeps, good once.
 */
export function createSession({ vault, sendToken }: SessionOptions): Session {
  let hasCookie: boolean | undefined
  let greeting: Promise<Hello> | undefined
  /** Tokens that this page has handed in or got: while it lives its key is known without them, and none is good twice. */
  const tokens: string[] = []

  async function hello(params: CustodyParams<'hello'>, signal: AbortSignal): Promise<Hello> {
    const reply = await vault.call('hello', params, { signal })
    if (reply.resumeToken === undefined) return reply
    tokens.push(reply.resumeToken)
    // who is not logged in has nothing worth keeping, and must not replace what the app keeps
    if (reply.isConnected) sendToken(reply.resumeToken)
    return reply
  }

  /** The cookie of the first hello comes back with the second, or the browser denies cookies. */
  async function greet(token: string | undefined, signal: AbortSignal): Promise<Hello> {
    const first = await hello({}, signal)
    const second = first.hasCredential ? first : await hello({}, signal)
    hasCookie = second.hasCredential
    return hasCookie ? second : helloWithToken(token, signal)
  }

  function helloWithToken(token: string | undefined, signal: AbortSignal): Promise<Hello> {
    const isNew = token !== undefined && !tokens.includes(token)
    if (isNew) tokens.push(token)
    return hello({ cookies: false, ...(isNew && { resumeToken: token }) }, signal)
  }

  /** Once for all who wait; again after a failure. Who gives up takes the others nothing away. */
  function open(token?: string): Promise<Hello> {
    greeting ??= greet(token, new AbortController().signal).catch((cause: unknown) => {
      greeting = undefined
      throw cause
    })
    return greeting
  }

  async function isConnected(token: string | undefined, signal: AbortSignal): Promise<boolean> {
    const isFirst = greeting === undefined
    const reply = await open(token)
    if (isFirst) return reply.isConnected
    return (await (hasCookie ? hello({}, signal) : helloWithToken(token, signal))).isConnected
  }

  return {
    call: async <method extends CustodyMethod>(
      method: method,
      params: CustodyParams<method>,
      options: { readonly signal: AbortSignal },
    ) => {
      await open()
      return vault.call(method, params, options)
    },
    isConnected: (token, { signal }) => isConnected(token, signal),
    async keep({ signal }) {
      if (hasCookie === false) await helloWithToken(undefined, signal)
    },
    async renew(signal) {
      await (hasCookie === false ? helloWithToken(undefined, signal) : hello({}, signal))
    },
    hasCookie: () => hasCookie,
  }
}
