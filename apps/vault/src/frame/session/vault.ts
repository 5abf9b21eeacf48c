import type { CustodyMethod, CustodyParams, CustodyResult } from '../../protocol/custody.js'
import type { FrameSettings } from '../../protocol/network.js'
import { type CallAnswer, type Statement, statementVersion } from '../../protocol/statement.js'
import type { SigningKey } from '../device/deviceKey.js'
import { VaultError } from '../errors.js'

type VaultOptions = {
  readonly settings: Pick<FrameSettings, 'project' | 'build'>
  /** Origin of the page around the frame. */
  readonly origin: string
  readonly key: () => Promise<SigningKey>
  readonly clock: ServerClock
  readonly fetch: typeof fetch
  /** Whether requests include this page's build, so that the vault can reply that there is a newer one. */
  readonly namesBuild: boolean
  /** Enrolls the key again. */
  readonly onNoDevice: (signal: AbortSignal) => Promise<void>
}

export type Vault = {
  /** Rejects with a VaultError, or the signal's reason. */
  call<method extends CustodyMethod>(
    method: method,
    params: CustodyParams<method>,
    options: { readonly signal: AbortSignal },
  ): Promise<CustodyResult<method>>
  /** Whether the site serves a newer version of this page. */
  isOld(): boolean
}

/** Milliseconds. Long polls take up to 20 seconds. */
const deadline = 15_000

const longPollTimeout = 35_000

const longPollMethods: readonly CustodyMethod[] = ['email.device', 'social.finish', 'farcaster.wait']

/** Calls the vault with statements that this device's key signs. */
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
      timeout: longPollMethods.includes(method) ? longPollTimeout : deadline,
      signal,
      fetch,
    })
    if ('error' in answer) throw new VaultError(answer.error)
    return answer.result
  }

  /** Retries once per cause: a newer page, a wrong clock, an unknown key. */
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

/** Posts to this site, whose replies need no validation. Rejects with a VaultError if there is no reply, or the signal's reason. */
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
    throw new VaultError({ code: 'UNAVAILABLE', message: 'We can’t reach your wallet. Try again.' }, { cause })
  }
}

export type ServerClock = {
  /** The vault's clock: milliseconds since the epoch. */
  now(): number
  set(now: number): void
}

/** The vault's time when the page was sent, plus the time since. The user's own clock doesn't matter. */
export function createServerClock(start: number, { elapsed }: { elapsed: () => number }): ServerClock {
  let offset = start - elapsed()
  return {
    now: () => Math.round(offset + elapsed()),
    set(now) {
      offset = now - elapsed()
    },
  }
}
