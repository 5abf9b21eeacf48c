import type { CustodyMethod, CustodyParams, CustodyResult } from '../../protocol/custody.js'
import type { FrameSettings } from '../../protocol/network.js'
import { type CallAnswer, type Statement, statementVersion } from '../../protocol/statement.js'
import type { SigningKey } from '../device/deviceKey.js'
import { VaultError } from '../errors.js'

type VaultOptions = {
  readonly settings: Pick<FrameSettings, 'project' | 'build'>
  /** Of the page around the frame. */
  readonly origin: string
  readonly key: () => Promise<SigningKey>
  readonly clock: ServerClock
  readonly fetch: typeof fetch
  /** Whether the vault may be told this page's build, and so answer that there is a newer one. */
  readonly namesBuild: boolean
  /** Enrols the key anew. */
  readonly onNoDevice: (signal: AbortSignal) => Promise<void>
}

export type Vault = {
  /** Rejects with a VaultError, or the signal's reason. */
  call<method extends CustodyMethod>(
    method: method,
    params: CustodyParams<method>,
    options: { readonly signal: AbortSignal },
  ): Promise<CustodyResult<method>>
  /** Whether the site has a newer page than this one. */
  isOld(): boolean
}

/** Milliseconds. The vault holds some calls back for up to 20 seconds. */
const deadline = 15_000

const heldDeadline = 35_000

const heldMethods: readonly CustodyMethod[] = ['email.device', 'social.finish', 'farcaster.wait']

/** Asks the vault, by statements that this device's key signs. */
export function createVault({ settings, origin, key, clock, fetch, namesBuild, onNoDevice }: VaultOptions): Vault {
  let isOld = false

  async function post(method: CustodyMethod, params: unknown, signal: AbortSignal): Promise<unknown> {
    const { publicKey, isKept, sign } = await key()
    const statement: Statement = {
      v: statementVersion,
      method,
      params: method === 'hello' && isKept ? { ...(params as CustodyParams<'hello'>), keepsKey: true } : params,
      project: settings.project,
      origin,
      key: publicKey,
      iat: clock.now(),
      jti: [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join(''),
    }
    const text = JSON.stringify(statement)
    const answer = await postJson<CallAnswer>('/v1/call', {
      body: { statement: text, signature: await sign(text) },
      headers: namesBuild && !isOld ? { 'x-latchkey-build': settings.build } : {},
      timeout: heldMethods.includes(method) ? heldDeadline : deadline,
      signal,
      fetch,
    })
    if ('error' in answer) throw new VaultError(answer.error)
    return answer.result
  }

  /** Each remedy once: a newer page, a clock that is off, a key that the vault does not know. */
  async function callWith(
    method: CustodyMethod,
    params: unknown,
    { signal, tried }: { signal: AbortSignal; tried: readonly string[] },
  ): Promise<unknown> {
    try {
      return await post(method, params, signal)
    } catch (cause) {
      if (!(cause instanceof VaultError) || tried.includes(cause.code)) throw cause
      if (cause.code === 'OLD_FRAME') isOld = true
      else if (cause.code === 'STALE_STATEMENT' && cause.now !== undefined) clock.set(cause.now)
      else if (cause.code === 'NO_DEVICE' && method !== 'hello') await onNoDevice(signal)
      else throw cause
      return callWith(method, params, { signal, tried: [...tried, cause.code] })
    }
  }

  return {
    call: async <method extends CustodyMethod>(
      method: method,
      params: CustodyParams<method>,
      { signal }: { readonly signal: AbortSignal },
    ) => (await callWith(method, params, { signal, tried: [] })) as CustodyResult<method>,
    isOld: () => isOld,
  }
}

type PostJsonOptions = {
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Milliseconds. */
  readonly timeout: number
  readonly signal: AbortSignal
  readonly fetch: typeof fetch
}

/** Asks this site, whose answers need no check. Rejects with a VaultError where none comes, or the signal's reason. */
export async function postJson<answer>(
  path: '/v1/call' | '/v1/rpc',
  { body, headers = {}, timeout, signal, fetch }: PostJsonOptions,
): Promise<answer> {
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeout)]),
    })
    return (await response.json()) as answer
  } catch (cause) {
    signal.throwIfAborted()
    throw new VaultError({ code: 'UNAVAILABLE', message: 'The wallet cannot be reached. Please try again.' }, { cause })
  }
}

export type ServerClock = {
  /** The vault's clock: milliseconds since the epoch. */
  now(): number
  set(now: number): void
}

/** The vault's clock as the page was sent, and what has gone by since. What the visitor's own clock shows does not matter. */
export function createServerClock(start: number, { elapsed }: { elapsed: () => number }): ServerClock {
  let offset = start - elapsed()
  return {
    now: () => Math.round(offset + elapsed()),
    set(now) {
      offset = now - elapsed()
    },
  }
}
