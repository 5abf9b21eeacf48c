import { apiVersion } from '../../contracts/adapter.js'
import { isAddress, isNamespace, parseCaipNetworkId } from '../../utils/caip.js'
import { isRecord } from '../../utils/records.js'
import { defaultFeatures, isSocial } from '../features.js'
import { type Check, type Checks, listOf, mustBe, optionsOf, record } from './check.js'

/** Default values of the boolean options. */
export const defaultFlags = {
  enableReconnect: true,
  enableNetworkSwitch: true,
  allowUnsupportedChain: false,
  enableWallets: true,
  enableWalletConnect: true,
  enableEIP6963: true,
  debug: false,
  disableAppend: false,
  inline: false,
}

const boolean = mustBe((value) => typeof value === 'boolean', 'true or false')

const text: Check = mustBe((value) => typeof value === 'string' && value.trim() !== '', 'a non-empty string')

const urlOf = (protocol: RegExp, words: string): Check =>
  mustBe((value) => typeof value === 'string' && URL.canParse(value) && protocol.test(new URL(value).protocol), words)

const url: Check = urlOf(/^https?:$/, 'an http or https URL')

const oneOf = (values: readonly string[]): Check =>
  mustBe((value) => values.includes(value as string), `one of ${values.join(', ')}`)

const accountType = oneOf(['eoa', 'smartAccount', 'payment', 'ordinal'])

/** The grammar of CAIP-2 references, where the namespace's own is stricter. */
const references: { readonly [namespace: string]: RegExp | undefined } = {
  // CAIP-3
  eip155: /^[1-9]\d{0,31}$/,
  // CAIP-30: the start of the genesis hash, in base58
  solana: /^[1-9A-HJ-NP-Za-km-z]{32}$/,
  // CAIP-4: the start of the genesis block's hash
  bip122: /^[0-9a-f]{32}$/,
}

/** Checks a network, e.g. one of viem/chains. */
export const checkNetwork: Check = (value, path) => {
  const problems = record({
    id: mustBe((id) => typeof id === 'number' || typeof id === 'string', 'a number or a string'),
    name: text,
    nativeCurrency: record({ symbol: text, decimals: mustBe(Number.isInteger, 'an integer') }),
    rpcUrls: record({ default: record({ http: listOf(url) }) }),
  })(value, path)
  if (problems.length > 0) return problems
  const { id, chainNamespace = 'eip155', caipNetworkId, rpcUrls } = value as Record<string, unknown>
  if (!isNamespace(chainNamespace))
    return [`${path}.chainNamespace must be a CAIP-2 namespace: 3 to 8 of a-z, 0-9 and -`]
  if (caipNetworkId !== undefined && parseCaipNetworkId(caipNetworkId)?.namespace !== chainNamespace)
    return [`${path}.caipNetworkId is not one of ${chainNamespace}`]
  const reference = parseCaipNetworkId(caipNetworkId ?? `${chainNamespace}:${id}`)?.reference
  if (reference === undefined || references[chainNamespace]?.test(reference) === false) {
    const field = caipNetworkId === undefined ? 'id' : 'caipNetworkId'
    return [
      `${path}.${field} is not the id of a network of ${chainNamespace}; set chainNamespace for another kind of network`,
    ]
  }
  const { http } = (rpcUrls as { readonly default: { readonly http: readonly string[] } }).default
  // Bitcoin networks may have no RPC URL: wallets connect and sign without one
  return http.length > 0 || chainNamespace === 'bip122' ? [] : [`${path}.rpcUrls.default.http must not be empty`]
}

const plugin: Check = (value, path) => {
  const { kind, setup, apiVersion: version, namespace, networks } = isRecord(value) ? value : {}
  if (!['chain', 'connector', 'auth'].includes(kind as string) || typeof setup !== 'function')
    return [`${path} is not a plugin; did you forget to call it, as in evm()?`]
  if (version !== apiVersion)
    return [`${path} was built for version ${version} of the plugin contract, this core has ${apiVersion}`]
  if (kind !== 'chain') return []
  return isNamespace(namespace)
    ? listOf(checkNetwork)(networks, `${path}.networks`)
    : [`${path}.namespace must be a CAIP-2 namespace: 3 to 8 of a-z, 0-9 and -`]
}

const plugins: Check = (value, path) => {
  const problems = listOf(plugin)(value, path)
  if (problems.length > 0) return problems
  const chains = (value as { readonly namespace?: unknown }[]).flatMap(({ namespace }) => namespace ?? [])
  return findRepeated(chains).map((namespace) => `${path} has two adapters for ${namespace}`)
}

const walletGroups: Check = (value, path) => {
  const problems = listOf(record({ name: text, wallets: listOf(text) }))(value, path)
  if (problems.length > 0) return problems
  const groups = value as readonly { readonly name: string; readonly wallets: readonly string[] }[]
  return [
    ...groups.flatMap(({ wallets }, index) =>
      wallets.length > 0 ? [] : `${path}[${index}].wallets must not be empty`,
    ),
    ...findRepeated(groups.map(({ name }) => name)).map((name) => `${path} has two groups named "${name}"`),
    ...findRepeated(groups.flatMap(({ wallets }) => wallets)).map((id) => `${path} lists ${id} twice`),
  ]
}

const disclaimer: Check = (value, path) =>
  Array.isArray(value)
    ? listOf((part, at) =>
        isRecord(part) && 'text' in part
          ? optionsOf({ text, href: url })(part, at)
          : [`${at} must be an object with a text`],
      )(value, path)
    : mustBe((words) => text(words, path).length === 0, 'a non-empty string, or a list of { text, href? }')(value, path)

const services: Check = optionsOf({
  wallets: url,
  blockchainApi: url,
  config: url,
  analytics: url,
  relay: urlOf(/^wss?:$/, 'a wss or ws URL'),
  rpc: (value, path) => (isRecord(value) ? record({ url, networkIds: listOf(text) })(value, path) : url(value, path)),
})

/** Returns the values that occur more than once, each as often as it is repeated. */
function findRepeated<value>(values: readonly value[]): readonly value[] {
  return values.filter((value, index) => values.indexOf(value) !== index)
}

const isFunction = mustBe((value) => typeof value === 'function', 'a function')

/** Returns the check of a feature, derived from its default: a boolean, or a selection from a list. */
const checkFeature = (byDefault: unknown, name: string): Check => {
  if (name === 'onramp')
    return (value, path) => (Array.isArray(value) ? listOf(text)(value, path) : boolean(value, path))
  if (name === 'socials') {
    const check = listOf(mustBe(isSocial, 'the id of a login provider, e.g. google'))
    return (value, path) => (value === false ? [] : check(value, path))
  }
  return Array.isArray(byDefault) ? listOf(oneOf(byDefault)) : boolean
}

export const optionChecks: Checks = {
  ...mapValues(defaultFlags, () => boolean),
  adapters: plugins,
  id: mustBe((value) => typeof value === 'string' && /^[\w-]{1,64}$/.test(value), 'letters, digits, - or _'),
  // an empty id counts as missing, e.g. from an unset environment variable
  projectId: mustBe((value) => typeof value === 'string', 'a string'),
  networks: listOf(checkNetwork),
  defaultNetwork: (value, path) =>
    typeof value === 'string'
      ? mustBe((id) => parseCaipNetworkId(id) !== null, 'a CAIP-2 id, e.g. eip155:1')(value, path)
      : checkNetwork(value, path),
  features: optionsOf(mapValues(defaultFeatures, checkFeature)),
  defaultAccountTypes: (value, path) =>
    isRecord(value)
      ? Object.entries(value).flatMap(([namespace, type]) =>
          isNamespace(namespace)
            ? accountType(type, `${path}.${namespace}`)
            : [`${path}.${namespace} is not a namespace`],
        )
      : [`${path} must be an object`],
  themeMode: oneOf(['light', 'dark']),
  themeVariables: mustBe(
    (value) =>
      isRecord(value) &&
      Object.entries(value).every(([name, item]) => name.startsWith('--lk-') && typeof item === 'string'),
    'an object of --lk-… properties with string values',
  ),
  tokens: (value, path) =>
    isRecord(value)
      ? Object.entries(value).flatMap(([id, token]) =>
          parseCaipNetworkId(id)
            ? record({ address: text })(token, `${path}.${id}`)
            : [`${path}.${id} must be a CAIP-2 id, e.g. eip155:1`],
        )
      : [`${path} must be an object`],
  swapRouters: (value, path) =>
    isRecord(value)
      ? Object.entries(value).flatMap(([id, routers]) => {
          const namespace = parseCaipNetworkId(id)?.namespace
          if (!namespace) return [`${path}.${id} must be a CAIP-2 id, e.g. eip155:1`]
          return listOf(mustBe((router) => isAddress(namespace, router), `an address of ${namespace}`))(
            routers,
            `${path}.${id}`,
          )
        })
      : [`${path} must be an object`],
  termsConditionsUrl: url,
  privacyPolicyUrl: url,
  disclaimer,
  walletGroups,
  featuredWalletIds: listOf(text),
  includeWalletIds: listOf(text),
  excludeWalletIds: listOf(text),
  // connectors that pair check more, see `pairingChecks`
  customWallets: listOf(record({ id: text, name: text })),
  metadata: record({ name: text }),
  services,
  restrictedServices: services,
  restrictedTimeZones: listOf(text),
  telemetry: (value, path) => (typeof value === 'boolean' ? [] : url(value, path)),
  // only what distinguishes them from other values; their types cover the rest
  siwx: record({ addSession: isFunction, getSessions: isFunction }),
  siweConfig: record({ getSession: isFunction, verifyMessage: isFunction }),
  initialState: isFunction,
  env: mustBe(isRecord, 'an object'),
}

function mapValues(values: object, toCheck: (value: unknown, name: string) => Check): Checks {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, toCheck(value, name)]))
}

const optional =
  (check: Check): Check =>
  (value, path) =>
    value === undefined ? [] : check(value, path)

const urls = ['image_url', 'homepage', 'link_mode', 'webapp_link', 'app_store', 'play_store', 'chrome_store']

/** A custom wallet. Its app links are checked when they are opened: app schemes vary too much. */
const wallet = record({
  ...Object.fromEntries(
    urls.map((name) => [
      name,
      optional(mustBe((value) => /^(https?:|data:image|\.?)\//.test(value as string), 'a URL')),
    ]),
  ),
  id: text,
  name: text,
  chains: optional(listOf(text)),
})

/** Checks of app metadata and custom wallets, added by connectors that pair. */
export const pairingChecks: Checks = {
  customWallets: listOf(wallet),
  metadata: record({ name: text, url: optional(url), icons: optional(listOf(text)) }),
}
