import { type Network, type NetworkInput, parseCaipNetworkId, type VerifySignature } from '@latchkey/core'
import type { SiwxHandlersOptions } from './siwxHandlers.js'

/** Options with their defaults, checked. */
export type SiwxSetup = Pick<SiwxHandlersOptions, 'nonces' | 'sessions' | 'statement'> & {
  readonly verifiers: ReadonlyMap<string, VerifySignature>
  readonly networks: ReadonlyMap<string, Network>
  readonly origins: readonly string[]
  /** Undefined where the page holds a token. */
  readonly cookie: { readonly name: string; readonly attributes: string } | undefined
  readonly durations: { readonly nonce: number; readonly session: number; readonly check: number }
  readonly nonceLimit: number
  readonly now: () => number
  readonly warn: (cause: unknown) => void
}

const minute = 60_000
const day = 86_400_000

/** Throws a TypeError that says which option is not good. */
export function resolveOptions(options: SiwxHandlersOptions): SiwxSetup {
  const { nonces, sessions, statement, nonceLimit = 200, now = Date.now, warn = console.error } = options
  const { origins, verifiers, durations = {} } = options
  if (origins.length === 0) throw new TypeError('origins: name at least one page that may sign in.')
  for (const origin of origins) assertOrigin(origin)
  const networks = options.networks.map(toNetwork)
  const byNamespace = new Map(verifiers.map(({ namespace, verify }) => [namespace, verify] as const))
  const unknown = networks.find(({ chainNamespace }) => !byNamespace.has(chainNamespace))
  if (networks.length === 0) throw new TypeError('networks: name at least one to sign in on.')
  if (unknown) throw new TypeError(`networks: no verifier is for ${unknown.caipNetworkId}.`)
  return {
    nonces,
    sessions,
    statement,
    verifiers: byNamespace,
    networks: new Map(networks.map((network) => [network.caipNetworkId, network] as const)),
    origins,
    cookie: options.session === 'token' ? undefined : toCookie(options),
    durations: {
      nonce: toDuration('nonce', durations.nonce ?? 10 * minute),
      session: toDuration('session', durations.session ?? 7 * day),
      check: toDuration('check', durations.check ?? 20_000),
    },
    nonceLimit,
    now,
    warn,
  }
}

function assertOrigin(origin: string): void {
  const isOrigin = /^https?:[^*]+$/.test(origin) && URL.canParse(origin) && new URL(origin).origin === origin
  if (!isOrigin) throw new TypeError(`origins: ${origin} is no scheme, host and port alone, such as https://a.example.`)
}

function toNetwork(input: NetworkInput): Network {
  const chainNamespace = input.chainNamespace ?? 'eip155'
  const caipNetworkId = input.caipNetworkId ?? (`${chainNamespace}:${input.id}` as const)
  if (parseCaipNetworkId(caipNetworkId)?.namespace !== chainNamespace)
    throw new TypeError(`networks: ${caipNetworkId} is no network of ${chainNamespace}.`)
  return { ...input, chainNamespace, caipNetworkId }
}

function toCookie({ cookie = {}, origins }: SiwxHandlersOptions): { name: string; attributes: string } {
  const { name = 'latchkey-siwx', sameSite = 'lax' } = cookie
  const isSecure = cookie.isSecure ?? origins.every((origin) => origin.startsWith('https:'))
  if (!/^[\w-]{1,64}$/.test(name)) throw new TypeError(`cookie: ${name} is no name.`)
  if (sameSite === 'none' && !isSecure) throw new TypeError('cookie: browsers take sameSite none over https only.')
  const parts = ['Path=/', 'HttpOnly', sameSite === 'none' ? 'SameSite=None' : 'SameSite=Lax']
  if (isSecure) parts.push('Secure')
  if (sameSite === 'none') parts.push('Partitioned')
  return { name: isSecure ? `__Host-${name}` : name, attributes: parts.join('; ') }
}

function toDuration(name: string, value: number): number {
  if (Number.isFinite(value) && value > 0) return value
  throw new TypeError(`durations: ${name} is to be above 0 milliseconds.`)
}
