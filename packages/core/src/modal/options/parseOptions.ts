import type { Plugin } from '../../contracts/adapter.js'
import type { Network, NetworkInput } from '../../contracts/network.js'
import { InvalidOptionsError } from '../../errors/setup.js'
import type { CaipNetworkId, Namespace } from '../../utils/caip.js'
import { isRecord, omitUndefined } from '../../utils/records.js'
import { createEnv } from '../env.js'
import { type Checks, optionsOf } from './check.js'
import { defaultFlags, optionChecks } from './checks.js'
import type { ModalOptions, ResolvedOptions, Services } from './options.js'

/** The networks that `services.rpc` serves by default [S9.11]. */
export const routedNetworkIds: readonly CaipNetworkId[] = [
  1, 10, 56, 97, 100, 137, 280, 324, 999, 8453, 42161, 42220, 43113, 43114, 84532, 7777777, 11155111, 1313161554,
  1313161555,
].map((id): CaipNetworkId => `eip155:${id}`)

/** Time zones from which some services can't be reached, by IANA name. [S9.18] */
const restrictedTimeZones: readonly string[] = [
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

/** Checks all options at once and applies the defaults. Throws `INVALID_OPTIONS`, which lists every problem. */
export function parseOptions(options: ModalOptions, moreChecks: Checks = {}): ResolvedOptions {
  const given = isRecord(options) ? { ...options, adapters: options.adapters ?? null } : options
  const problems = optionsOf(Object.assign({}, optionChecks, moreChecks, ...toChecks(given?.adapters)))(given, '')
  if (problems.length > 0) throw new InvalidOptionsError({ problems })

  const projectId = options.projectId?.trim() || undefined
  const services = toServices(options)
  const { defaultNetwork } = options
  const networks = joinNetworks(options, { projectId, services })
  const defaultNetworkId = toId(defaultNetwork) ?? networks[0]?.caipNetworkId
  const mismatches = [...findMismatches(options.adapters, networks, defaultNetworkId), ...findSignIns(options)]
  if (mismatches.length > 0) throw new InvalidOptionsError({ problems: mismatches })

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

/** Returns the services for the user's time zone, which is only read where it matters. [S9.18] */
function toServices({
  services = {},
  restrictedServices,
  restrictedTimeZones: timeZones = restrictedTimeZones,
  env,
}: ModalOptions): Services {
  if (!restrictedServices) return services
  const timeZone = createEnv(env).timeZone().toLowerCase()
  const isRestricted = timeZones.some((name) => name.toLowerCase() === timeZone)
  return isRestricted ? { ...services, ...omitUndefined(restrictedServices) } : services
}

/** Returns a network with its CAIP-2 id, reduced to plain data, and routed through `services.rpc` if that serves it. */
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

/**
 * Returns the namespaces whose accounts a plugin provides: that of an adapter, or those of a connector's own networks.
 */
export function toNamespaces(plugin: Plugin): readonly Namespace[] {
  if (plugin.kind === 'chain') return [plugin.namespace]
  if (plugin.kind === 'auth') return []
  return (plugin.networks ?? []).map(({ chainNamespace = 'eip155' }) => chainNamespace)
}

/** Returns the checks that plugins add. The value may not even be a list of plugins. */
function toChecks(adapters: unknown): readonly (Checks | undefined)[] {
  return Array.isArray(adapters) ? adapters.map((plugin?: { readonly checks?: Checks }) => plugin?.checks) : []
}

/**
 * Merges the networks of the options, the default network and those of the adapters. The first definition of an id
 * wins.
 */
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

/** Finds networks without an adapter, adapters without a network, and an unknown default network. */
function findMismatches(
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

/** Finds competing sign-in configurations. [S5.15] */
function findSignIns({ adapters, siwx, siweConfig }: ModalOptions): readonly string[] {
  const configured = [siwx, siweConfig, ...adapters.filter(({ kind }) => kind === 'auth')].filter(Boolean)
  return configured.length > 1 ? ['siwx: more than one of siwx, siweConfig and siwx()'] : []
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
