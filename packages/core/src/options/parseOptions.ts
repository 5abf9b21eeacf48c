import type { Plugin } from '../adapter.js'
import { InvalidOptionsError } from '../errors/setup.js'
import type { Network, NetworkInput } from '../network.js'
import type { CaipNetworkId } from '../utils/caip.js'
import { isRecord } from '../utils/isRecord.js'
import { omitUndefined } from '../utils/omitUndefined.js'
import { type Checks, optionsOf } from './check.js'
import { optionChecks } from './checks.js'
import { defaultFlags } from './defaultFlags.js'
import type { ModalOptions, ResolvedOptions } from './options.js'
import { toNamespaces } from './toNamespaces.js'
import { toNetwork } from './toNetwork.js'

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
