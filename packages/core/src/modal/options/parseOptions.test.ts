import { expect, test } from 'vitest'
import { createTestChain } from '../../testing/createTestChain.js'
import { createTestModal, type TestModalOptions } from '../../testing/createTestModal.js'
import { createTestPairing } from '../../testing/createTestPairing.js'
import { createTestSiwx } from '../../testing/createTestSiwx.js'
import { mainnet, mainnetInput, optimism, sepolia, solana } from '../../testing/networks.js'
import { internals, type Modal } from '../modal.js'
import { mustBe } from './check.js'
import type { ModalOptions } from './options.js'
import { parseOptions, routedNetworkIds, toNetwork } from './parseOptions.js'

const evm = createTestChain({ namespace: 'eip155', networks: [mainnet, optimism] }).plugin

const sol = createTestChain({ namespace: 'solana', networks: [solana] }).plugin

const bareEvm = createTestChain({ namespace: 'eip155', networks: [] }).plugin

function problemsOf(options: unknown): readonly string[] {
  try {
    parseOptions(options as ModalOptions)
    return []
  } catch (cause) {
    expect(cause).toMatchObject({ code: 'INVALID_OPTIONS' })
    return (cause as { problems: readonly string[] }).problems
  }
}

test('fills in the defaults', () => {
  expect(parseOptions({ adapters: [evm] })).toMatchObject({
    projectId: undefined,
    defaultNetworkId: 'eip155:1',
    enableReconnect: true,
    enableNetworkSwitch: true,
    allowUnsupportedChain: false,
    enableWallets: true,
    enableEIP6963: true,
    debug: false,
    disableAppend: false,
    inline: false,
    services: {},
  })
})

test('wallet groups need a name and wallets, neither of them twice', () => {
  const walletGroups = [
    { name: 'Recommended', wallets: ['io.metamask', 'rainbow'] },
    { name: 'Others', wallets: ['xyz.frame'] },
  ]
  expect(parseOptions({ adapters: [evm], walletGroups }).walletGroups).toEqual(walletGroups)
  expect(parseOptions({ adapters: [evm] }).walletGroups).toBeUndefined()
  const problems = (value: unknown): readonly string[] => problemsOf({ adapters: [evm], walletGroups: value })
  expect(problems('Recommended')).toEqual(['walletGroups must be an array'])
  expect(problems(['io.metamask'])).toEqual(['walletGroups[0] must be an object'])
  expect(problems([{ name: ' ', wallets: 'io.metamask' }])).toEqual([
    'walletGroups[0].name must be a non-empty string',
    'walletGroups[0].wallets must be an array',
  ])
  expect(problems([{ name: 'A', wallets: [7] }])).toEqual(['walletGroups[0].wallets[0] must be a non-empty string'])
  expect(problems([{ name: 'A', wallets: [] }])).toEqual(['walletGroups[0].wallets must not be empty'])
  expect(
    problems([
      { name: 'A', wallets: ['a', 'b'] },
      { name: 'A', wallets: ['b'] },
    ]),
  ).toEqual(['walletGroups has two groups named "A"', 'walletGroups lists b twice'])
})

test('a disclaimer is a string, or a list of texts with optional web links', () => {
  const disclaimer = [{ text: 'Read our ' }, { text: 'rules', href: 'https://shop.example/rules' }]
  expect(parseOptions({ adapters: [evm], disclaimer }).disclaimer).toEqual(disclaimer)
  expect(parseOptions({ adapters: [evm], disclaimer: 'No advice.' }).disclaimer).toBe('No advice.')
  const problems = (value: unknown): readonly string[] => problemsOf({ adapters: [evm], disclaimer: value })
  const either = 'disclaimer must be a non-empty string, or a list of { text, href? }'
  expect([problems(''), problems(7), problems({ text: 'No advice.' })]).toEqual([[either], [either], [either]])
  expect(problems(['No advice.'])).toEqual(['disclaimer[0] must be an object with a text'])
  expect(problems([{ href: 'https://shop.example' }])).toEqual(['disclaimer[0] must be an object with a text'])
  expect(problems([{ text: 'x', href: 'javascript:alert(1)' }])).toEqual([
    'disclaimer[0].href must be an http or https URL',
  ])
  expect(problems([{ text: 'x', html: '<b>' }])).toEqual(['disclaimer[0].html is not an option'])
})

test('allows no chain adapter at all, as pairing may be the only connection method', () => {
  expect(parseOptions({ adapters: [] })).toMatchObject({ networks: [], defaultNetworkId: undefined })
})

test('lists every invalid option in one error', () => {
  const problems = problemsOf({
    adapters: 'evm',
    id: 'a b',
    projectId: 7,
    networks: {},
    defaultNetwork: 'mainnet',
    themeMode: 'dim',
    themeVariables: { '--accent': 'red' },
    features: { email: 'yes' },
    enableReconnect: 1,
    debug: 'true',
    termsConditionsUrl: 'javascript:alert(1)',
    services: { rpc: 'ftp://example.org' },
    env: null,
    wallets: [],
  })
  const named = problems.map((problem) => problem.match(/^[\w.]+/)?.[0])
  expect(named).toEqual([
    'adapters',
    'id',
    'projectId',
    'networks',
    'defaultNetwork',
    'themeMode',
    'themeVariables',
    'features.email',
    'enableReconnect',
    'debug',
    'termsConditionsUrl',
    'services.rpc',
    'env',
    'wallets',
  ])
  expect(problems.at(-1)).toBe('wallets is not an option')
})

test.each([[null], [undefined], ['x'], [[]]])('rejects options that are not an object: %o', (options) => {
  expect(problemsOf(options)).toEqual(['options must be an object'])
})

test('missing adapters are named', () => {
  expect(problemsOf({})).toEqual(['adapters must be an array'])
})

test('undefined counts as absent', () => {
  expect(problemsOf({ adapters: [evm], projectId: undefined, foo: undefined })).toEqual([])
})

test('a network without an adapter is named', () => {
  expect(problemsOf({ adapters: [evm], networks: [solana] })).toEqual([
    'networks: "Solana" needs an adapter for solana',
  ])
})

test('an adapter without a network is named', () => {
  expect(problemsOf({ adapters: [bareEvm] })).toEqual(['networks: the eip155 adapter needs at least one network'])
})

test('a default network that is not among the networks is named', () => {
  expect(problemsOf({ adapters: [evm], defaultNetwork: 'eip155:5' })).toEqual([
    'defaultNetwork eip155:5 is not among the networks',
  ])
})

test('adds a default network that is given as an object to the networks', () => {
  const { networks, defaultNetworkId } = parseOptions({ adapters: [bareEvm], defaultNetwork: mainnetInput })
  expect(defaultNetworkId).toBe('eip155:1')
  expect(networks.map((network) => network.caipNetworkId)).toEqual(['eip155:1'])
})

test('the networks of the option come before those of the adapters', () => {
  const { networks, defaultNetworkId } = parseOptions({ adapters: [evm, sol], networks: [sepolia] })
  expect(networks.map((network) => network.name)).toEqual(['Sepolia', 'Ethereum', 'OP Mainnet', 'Solana'])
  expect(defaultNetworkId).toBe(sepolia.caipNetworkId)
})

test('the first definition of a network wins', () => {
  const { networks } = parseOptions({ adapters: [evm], networks: [{ ...mainnetInput, name: 'Mine' }] })
  expect(networks.map((network) => network.name)).toEqual(['Mine', 'OP Mainnet'])
})

test('a package can add checks for its own options', () => {
  const checks = { views: mustBe(Array.isArray, 'an array') }
  expect(() => parseOptions({ adapters: [evm], views: [] } as ModalOptions, checks)).not.toThrow()
  expect(() => parseOptions({ adapters: [evm], views: 1 } as unknown as ModalOptions, checks)).toThrow(
    'views must be an array',
  )
})

test('a connector plugin can bring networks, in the same short form as the option', () => {
  const plugin = { ...createTestPairing().plugin, networks: [mainnetInput] }
  expect(parseOptions({ adapters: [plugin] }).networks.map(({ caipNetworkId }) => caipNetworkId)).toEqual(['eip155:1'])
})

const { siwx } = createTestSiwx()

const auth = { kind: 'auth', apiVersion: 1, name: 'siwx', setup: () => siwx } as const

const siweConfig = {
  getNonce: async () => 'n',
  createMessage: () => '',
  verifyMessage: async () => true,
  getSession: async () => null,
  signOut: async () => true,
}

const tooMany = ['siwx: more than one of siwx, siweConfig and siwx()']

test.each<[string, object, readonly string[]]>([
  ['the siwx option', { siwx }, []],
  ['an auth plugin', { adapters: [evm, auth] }, []],
  ['the siweConfig option', { siweConfig }, []],
  ['both options', { siwx, siweConfig }, tooMany],
  ['an option and a plugin', { adapters: [evm, auth], siwx }, tooMany],
  ['siweConfig and a plugin', { adapters: [evm, auth], siweConfig }, tooMany],
  ['two plugins', { adapters: [evm, auth, auth] }, tooMany],
])('[S5.15] accepts only one sign-in method: %s', (_, options, problems) => {
  expect(problemsOf({ adapters: [evm], ...options })).toEqual(problems)
})

test('names the missing or invalid part of a sign-in option', () => {
  const { addSession: _, ...less } = siwx
  expect(problemsOf({ adapters: [evm], siwx: less })).toEqual(['siwx.addSession must be a function'])
  expect(problemsOf({ adapters: [evm], siwx: 'yes' })).toEqual(['siwx must be an object'])
  expect(problemsOf({ adapters: [evm], siweConfig: { ...siweConfig, getSession: true } })).toEqual([
    'siweConfig.getSession must be a function',
  ])
})

const plain = { services: {}, projectId: undefined }

test('[S3.1] a network has id, name, namespace, CAIP-2 id, currency, URLs, assets, explorers and a testnet flag', () => {
  const whole = {
    ...mainnet,
    assets: { imageId: 'eth', imageUrl: 'https://img.example.org/eth.png' },
    testnet: true,
  }
  const routed = toNetwork(whole, { services: { rpc: 'https://rpc.example.org' }, projectId: 'p1' })
  expect(routed).toEqual({
    id: 1,
    name: 'Ethereum',
    chainNamespace: 'eip155',
    caipNetworkId: 'eip155:1',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: {
      default: { http: ['https://rpc.example.org/v1/?chainId=eip155%3A1&projectId=p1'] },
      chainDefault: { http: ['https://eth.example.org'] },
    },
    assets: { imageId: 'eth', imageUrl: 'https://img.example.org/eth.png' },
    blockExplorers: { default: { name: 'Explorer', url: 'https://explorer.example.org/' } },
    testnet: true,
  })
})

test('a network without a namespace is an EVM network', () => {
  expect(toNetwork(mainnetInput, plain)).toMatchObject({ chainNamespace: 'eip155', caipNetworkId: 'eip155:1' })
})

test('accepts a viem chain, and keeps only its plain data', () => {
  const viemChain = {
    ...mainnetInput,
    contracts: { multicall3: { address: '0xcA11bde05977b3631167028862bE2a173976CA11' } },
    formatters: { block: () => ({}) },
    fees: { baseFeeMultiplier: 1.2 },
  }
  const network = toNetwork(viemChain, plain)
  expect(structuredClone(network)).toEqual(network)
  expect(Object.keys(network)).not.toContain('formatters')
})

test('copies the network, so that later changes to the input have no effect', () => {
  const urls = ['https://a.example.org']
  const network = toNetwork({ ...mainnetInput, rpcUrls: { default: { http: urls } } }, plain)
  urls.push('https://evil.example.org')
  expect(network.rpcUrls.default.http).toEqual(['https://a.example.org'])
})

test('uses only the network’s own URLs without an RPC service', () => {
  expect(toNetwork(mainnet, plain).rpcUrls).toEqual({ default: { http: ['https://eth.example.org'] } })
})

test('[S9.11] the known chain ids are routed through the RPC service, others keep their own URLs', () => {
  const own = { ...optimism, id: 31337, caipNetworkId: 'eip155:31337' as const, name: 'Local' }
  const { modal } = createTestModal({
    projectId: 'p 1',
    networks: [mainnet, optimism, own],
    services: { rpc: 'https://rpc.example.org/' },
  })
  const urls = modal.getState().networks.map((network) => network.rpcUrls.default.http)
  expect(urls).toEqual([
    ['https://rpc.example.org/v1/?chainId=eip155%3A1&projectId=p+1'],
    ['https://rpc.example.org/v1/?chainId=eip155%3A10&projectId=p+1'],
    ['https://op.example.org'],
    ['https://sol.example.org'],
  ])
  expect(routedNetworkIds).toContain('eip155:8453')
})

test('services.rpc can name the networks that it serves, of any namespace', () => {
  const services = { rpc: { url: 'https://rpc.example.org', networkIds: [solana.caipNetworkId] } }
  expect(toNetwork(solana, { services, projectId: undefined }).rpcUrls.default.http).toEqual([
    `https://rpc.example.org/v1/?chainId=${encodeURIComponent(solana.caipNetworkId)}`,
  ])
  expect(toNetwork(mainnet, { services, projectId: undefined }).rpcUrls.default.http).toEqual([
    'https://eth.example.org',
  ])
})

const services = { rpc: 'https://rpc.example.org', wallets: 'https://wallets.example.org' }

const restrictedServices = { rpc: 'https://rpc.example.cn' }

/** Creates a modal for a user in a time zone. */
function createModalIn(timeZone: string, options: TestModalOptions = {}): Modal {
  return createTestModal({ services, restrictedServices, ...options, env: { timeZone: () => timeZone } }).modal
}

test.each([
  'Asia/Beijing',
  'Asia/Chongqing',
  'Asia/Harbin',
  'Asia/Hong_Kong',
  'Asia/Kashgar',
  'Asia/Macao',
  'Asia/Macau',
  'Asia/Shanghai',
  'Asia/Urumqi',
  'asia/hong_kong',
])('[S9.18] for a user in %s, networks use the restricted services', (timeZone) => {
  const modal = createModalIn(timeZone, { networks: [mainnetInput] })
  expect(modal[internals].options.services).toEqual({ ...services, ...restrictedServices })
  const mainnetOf = modal.getState().networks.find(({ caipNetworkId }) => caipNetworkId === 'eip155:1')
  expect(mainnetOf?.rpcUrls.default.http[0]).toMatch(/^https:\/\/rpc\.example\.cn\/v1\//)
})

test.each(['Asia/Tokyo', 'Europe/Berlin', ''])('for a user in %s, the default services are used', (timeZone) => {
  expect(createModalIn(timeZone)[internals].options.services).toBe(services)
})

test('the app can set other restricted time zones', () => {
  expect(createModalIn('Asia/Tokyo', { restrictedTimeZones: ['Asia/Tokyo'] })[internals].options.services).toEqual({
    ...services,
    ...restrictedServices,
  })
  expect(createModalIn('Asia/Shanghai', { restrictedTimeZones: [] })[internals].options.services).toBe(services)
})

test('reads the time zone from the browser', () => {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const options = { adapters: [evm], services, restrictedServices, restrictedTimeZones: [timeZone] }
  expect(parseOptions(options).services.rpc).toBe(restrictedServices.rpc)
})

test('restricted services and time zones are checked', () => {
  expect(problemsOf({ adapters: [evm], restrictedServices: { rpc: 'x' }, restrictedTimeZones: [1] })).toEqual([
    'restrictedServices.rpc must be an http or https URL',
    'restrictedTimeZones[0] must be a non-empty string',
  ])
})
