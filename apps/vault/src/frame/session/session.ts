import type { CustodyMethod, CustodyParams, CustodyResult } from '../../protocol/custody.js'
import type { Vault } from './vault.js'

export type SessionOptions = {
  /** Calls the vault without saying hello first. */
  readonly vault: Pick<Vault, 'call'>
  /** Sends a token to the app, which keeps it for a frame without storage. */
  readonly sendToken: (token: string) => void
}

export type Session = {
  /** Like the vault's `call`, after this page has said hello. */
  call: Vault['call']
  /** Whether a user is logged in here; `token`: the one that the app kept. */
  isConnected(token: string | undefined, options: { readonly signal: AbortSignal }): Promise<boolean>
  /** Call after a login: gives the app a token to keep if the browser stores nothing. Fails only if the signal aborts. */
  keep(options: { readonly signal: AbortSignal }): Promise<void>
  /** Says hello again, for a key that the vault no longer knows. */
  renew(signal: AbortSignal): Promise<void>
  /** Whether the browser keeps our cookie; undefined before the first hello. */
  hasCookie(): boolean | undefined
}

type Hello = CustodyResult<'hello'>

/**
 * Identifies this page across reloads: by a cookie or, if the browser blocks cookies, by a single-use token that the page around it keeps.
 */
export function createSession({ vault, sendToken }: SessionOptions): Session {
  let hasCookie: boolean | undefined
  let greeting: Promise<Hello> | undefined
  /** Tokens that this page has handed in or got: while it lives its key is known without them, and each works once. */
  const tokens: string[] = []

  async function hello(params: CustodyParams<'hello'>, signal: AbortSignal): Promise<Hello> {
    const reply = await vault.call('hello', params, { signal })
    if (reply.resumeToken === undefined) return reply
    tokens.push(reply.resumeToken)
    // without a login there is nothing worth keeping, and the app's token must not be replaced
    if (reply.isConnected) sendToken(reply.resumeToken)
    return reply
  }

  /** The cookie of the first hello comes back with the second, or the browser blocks cookies. */
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

  /** Runs once for all callers, and again after a failure. One caller's abort doesn't affect the others. */
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
      if (hasCookie !== false) return
      // the user is logged in all the same, only not after a reload
      await helloWithToken(undefined, signal).catch(() => signal.throwIfAborted())
    },
    async renew(signal) {
      await (hasCookie === false ? helloWithToken(undefined, signal) : hello({}, signal))
    },
    hasCookie: () => hasCookie,
  }
}
