import { type Network, type NetworkInput, parseCaipNetworkId, type VerifySignature } from '@latchkey/core'
import type { OmittableField } from '../message/checkMessage.js'
import type { SiwxHandlersOptions } from './siwxHandlers.js'

/** Validated options with defaults. */
export type SiwxSetup = Pick<SiwxHandlersOptions, 'nonces' | 'sessions' | 'statement'> & {
  readonly mayOmit: readonly OmittableField[]
  readonly verifiers: ReadonlyMap<string, VerifySignature>
  readonly networks: ReadonlyMap<string, Network>
  readonly origins: readonly string[]
  /** Undefined if the page stores a token instead. */
  readonly cookie: { readonly name: string; readonly attributes: string } | undefined
  readonly durations: { readonly nonce: number; readonly session: number; readonly check: number }
  readonly nonceLimit: number
  readonly now: () => number
  readonly warn: (cause: unknown) => void
}

const minute = 60_000
const day = 86_400_000

/** Validates the options. Throws a TypeError that names the invalid one. */
export function resolveOptions(options: SiwxHandlersOptions): SiwxSetup {
  const {
    nonces,
    sessions,
    statement,
    nonceLimit = 200,
    mayOmit = ['expirationTime', 'requestId'],
    now = Date.now,
    warn = console.error,
  } = options
  const { origins, verifiers, durations = {} } = options
  if (origins.length === 0) throw new TypeError('origins: list at least one origin that may sign in.')
  for (const origin of origins) assertOrigin(origin)
  const networks = options.networks.map(toNetwork)
  const byNamespace = new Map(verifiers.map(({ namespace, verify }) => [namespace, verify] as const))
  const unknown = networks.find(({ chainNamespace }) => !byNamespace.has(chainNamespace))
  if (networks.length === 0) throw new TypeError('networks: list at least one network.')
  if (unknown) throw new TypeError(`networks: there is no verifier for ${unknown.caipNetworkId}. Add one to verifiers.`)
  return {
    nonces,
    sessions,
    statement,
    mayOmit,
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
  if (!isOrigin)
    throw new TypeError(`origins: ${origin} is not an origin. Use scheme, host and port only, e.g. https://a.example.`)
}

function toNetwork(input: NetworkInput): Network {
  const chainNamespace = input.chainNamespace ?? 'eip155'
  const caipNetworkId = input.caipNetworkId ?? (`${chainNamespace}:${input.id}` as const)
  if (parseCaipNetworkId(caipNetworkId)?.namespace !== chainNamespace)
    throw new TypeError(`networks: ${caipNetworkId} does not belong to ${chainNamespace}.`)
  return { ...input, chainNamespace, caipNetworkId }
}

function toCookie({ cookie = {}, origins }: SiwxHandlersOptions): { name: string; attributes: string } {
  const { name = 'latchkey-siwx', sameSite = 'lax' } = cookie
  const isSecure = cookie.isSecure ?? origins.every((origin) => origin.startsWith('https:'))
  if (!/^[\w-]{1,64}$/.test(name)) throw new TypeError(`cookie: invalid name ${name}. Use letters, digits, _ and -.`)
  if (sameSite === 'none' && !isSecure) throw new TypeError('cookie: sameSite none requires https.')
  const parts = ['Path=/', 'HttpOnly', sameSite === 'none' ? 'SameSite=None' : 'SameSite=Lax']
  if (isSecure) parts.push('Secure')
  if (sameSite === 'none') parts.push('Partitioned')
  return { name: isSecure ? `__Host-${name}` : name, attributes: parts.join('; ') }
}

function toDuration(name: string, value: number): number {
  if (Number.isFinite(value) && value > 0) return value
  throw new TypeError(`durations: ${name} must be a positive number of milliseconds.`)
}
