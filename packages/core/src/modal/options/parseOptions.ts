import type { Plugin } from '../../contracts/adapter.js'
import type { Network, NetworkInput } from '../../contracts/network.js'
import { InvalidOptionsError } from '../../errors/setup.js'
import type { CaipNetworkId, Namespace } from '../../utils/caip.js'
import { isRecord, omitUndefined } from '../../utils/records.js'
import { type Checks, optionsOf } from './check.js'
import { defaultFlags, optionChecks } from './checks.js'
import type { ModalOptions, ResolvedOptions, Services } from './options.js'

/** Checks all options at once and fills in the defaults. Throws `INVALID_OPTIONS`, which lists every wrong one. */
export function parseOptions(options: ModalOptions, moreChecks: Checks = {}): ResolvedOptions {
  const given = isRecord(options) ? { ...options, adapters: options.adapters ?? null } : options
  const problems = optionsOf(Object.assign({}, optionChecks, moreChecks, ...toChecks(given?.adapters)))(given, '')
  if (problems.length > 0) throw new InvalidOptionsError({ problems })

  const projectId = options.projectId?.trim() || undefined
  const { services = {}, defaultNetwork } = options
  const networks = joinNetworks(options, { projectId, services })
  const defaultNetworkId = toId(defaultNetwork) ?? networks[0]?.caipNetworkId
  const missing = [...findMissing(options.adapters, networks, defaultNetworkId), ...findSignIns(options)]
  if (missing.length > 0) throw new InvalidOptionsError({ problems: missing })

  return {
    ...defaultFlags,
    customWallets: [],
    ...omitUndefined(options),
    projectId,
    services,
    networks,
    defaultNetworkId,
  }
}

/** Those that plugins bring, of what may be no list of plugins at all. */
function toChecks(adapters: unknown): readonly (Checks | undefined)[] {
  return Array.isArray(adapters) ? adapters.map((plugin?: { readonly checks?: Checks }) => plugin?.checks) : []
}

/** The networks of the option, the default one and those of the adapters; the first definition of an id wins. */
function joinNetworks(
  { adapters, networks = [], defaultNetwork }: ModalOptions,
  settings: Pick<ResolvedOptions, 'services' | 'projectId'>,
): readonly Network[] {
  const inputs: readonly NetworkInput[] = [
    ...networks,
    ...(typeof defaultNetwork === 'object' ? [defaultNetwork] : []),
    ...adapters.flatMap((plugin) => (plugin.kind === 'auth' ? [] : (plugin.networks ?? []))),
  ]
  const byId = new Map<CaipNetworkId, Network>()
  for (const network of inputs.map((input) => toNetwork(input, settings)))
    if (!byId.has(network.caipNetworkId)) byId.set(network.caipNetworkId, network)
  return [...byId.values()]
}

function toId(network: ModalOptions['defaultNetwork']): CaipNetworkId | undefined {
  if (typeof network === 'string' || network === undefined) return network
  return network.caipNetworkId ?? `${network.chainNamespace ?? 'eip155'}:${network.id}`
}

/** Networks without an adapter, adapters without a network, and a default that is not there. */
function findMissing(
  plugins: readonly Plugin[],
  networks: readonly Network[],
  defaultNetworkId: CaipNetworkId | undefined,
): readonly string[] {
  const namespaces = plugins.flatMap(toNamespaces)
  const orphans = networks.filter((network) => !namespaces.includes(network.chainNamespace))
  const empty = namespaces.filter((namespace) => networks.every((network) => network.chainNamespace !== namespace))
  const isDefaultKnown = !defaultNetworkId || networks.some((network) => network.caipNetworkId === defaultNetworkId)
  return [
    ...orphans.map(({ name, chainNamespace }) => `networks: "${name}" needs an adapter for ${chainNamespace}`),
    ...empty.map((namespace) => `networks: the ${namespace} adapter needs at least one network`),
    ...(isDefaultKnown ? [] : [`defaultNetwork ${defaultNetworkId} is not among the networks`]),
  ]
}

/** More than one way to sign in. [S5.15] */
function findSignIns({ adapters, siwx, siweConfig }: ModalOptions): readonly string[] {
  const ways = [siwx, siweConfig, ...adapters.filter(({ kind }) => kind === 'auth')].filter(Boolean)
  return ways.length > 1 ? ['siwx: more than one of siwx, siweConfig and siwx()'] : []
}

/**
 * Networks that `services.rpc` serves unless others are named: the EVM networks that the product knows by number
 * [S9.11].
 */
export const routedNetworkIds: readonly CaipNetworkId[] = [
  1, 10, 56, 97, 100, 137, 280, 324, 999, 8453, 42161, 42220, 43113, 43114, 84532, 7777777, 11155111, 1313161554,
  1313161555,
].map((id): CaipNetworkId => `eip155:${id}`)

/** A network with its CAIP-2 id, reduced to plain data, and routed through `services.rpc` where that serves it. */
export function toNetwork(
  input: NetworkInput,
  { services, projectId }: Pick<ResolvedOptions, 'services' | 'projectId'>,
): Network {
  const { id, name, nativeCurrency, assets, testnet } = input
  const chainNamespace = input.chainNamespace ?? 'eip155'
  const caipNetworkId: CaipNetworkId = input.caipNetworkId ?? `${chainNamespace}:${id}`
  const own = { http: [...input.rpcUrls.default.http] }
  const routed = toRoutedUrl(caipNetworkId, services, projectId)
  const explorer = input.blockExplorers?.default
  return {
    id,
    name,
    chainNamespace,
    caipNetworkId,
    nativeCurrency: { ...nativeCurrency },
    rpcUrls: routed ? { default: { http: [routed] }, chainDefault: own } : { default: own },
    ...(assets && { assets: { ...assets } }),
    ...(explorer && { blockExplorers: { default: { name: explorer.name, url: explorer.url } } }),
    ...(testnet && { testnet }),
  }
}

function toRoutedUrl(
  caipNetworkId: CaipNetworkId,
  { rpc }: Services,
  projectId: string | undefined,
): string | undefined {
  if (!rpc) return undefined
  const { url, networkIds } = typeof rpc === 'string' ? { url: rpc, networkIds: routedNetworkIds } : rpc
  if (!networkIds.includes(caipNetworkId)) return undefined
  const query = new URLSearchParams({ chainId: caipNetworkId, ...(projectId && { projectId }) })
  return `${url.replace(/\/$/, '')}/v1/?${query}`
}

/** The chain families that a plugin brings accounts of: that of an adapter, those of the own networks of a connector. */
export function toNamespaces(plugin: Plugin): readonly Namespace[] {
  if (plugin.kind === 'chain') return [plugin.namespace]
  if (plugin.kind === 'auth') return []
  return (plugin.networks ?? []).map(({ chainNamespace = 'eip155' }) => chainNamespace)
}

/** Time zones, by their names of IANA, from which some services cannot be reached. [S9.18] */
export const restrictedTimeZones: readonly string[] = [
  'Asia/Beijing',
  'Asia/Chongqing',
  'Asia/Harbin',
  'Asia/Hong_Kong',
  'Asia/Kashgar',
  'Asia/Macao',
  'Asia/Macau',
  'Asia/Shanghai',
  'Asia/Urumqi',
]

export type ChooseServicesOptions = {
  /** For all visitors. */
  readonly services: Services
  /** In their place for visitors in one of `timeZones`; what is not named here stays. */
  readonly restricted: Services
  /** Names of IANA, as `Asia/Shanghai`; {@link restrictedTimeZones} unless told. */
  readonly timeZones?: readonly string[] | undefined
  /** Where the visitor is; what the browser says unless told. */
  readonly timeZone?: string | undefined
}

/**
 * The services for this visitor, where some cannot be reached from everywhere. [S9.18]
 *
 * @example
 * import { chooseServices } from '@latchkey/core/controllers'
 *
 * createModal({ adapters, services: chooseServices({ services: { rpc: 'https://a.example' }, restricted: { rpc: 'https://b.example' } }) })
 */
export function chooseServices(options: ChooseServicesOptions): Services {
  const { services, restricted, timeZones = restrictedTimeZones } = options
  const { timeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone } = options
  const isRestricted = timeZones.some((name) => name.toLowerCase() === timeZone.toLowerCase())
  return isRestricted ? { ...services, ...restricted } : services
}
