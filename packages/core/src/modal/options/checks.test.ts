import { anything, assert, constantFrom, property } from 'fast-check'
import { expect, test } from 'vitest'
import { createTestChain } from '../../testing/createTestChain.js'
import { mainnet, mainnetInput, solana } from '../../testing/networks.js'
import { optionsOf } from './check.js'
import { optionChecks } from './checks.js'

const { plugin } = createTestChain({ namespace: 'eip155', networks: [mainnet] })

const problemsOf = (options: Record<string, unknown>): readonly string[] => optionsOf(optionChecks)(options, '')

test.each<[string, unknown, RegExp]>([
  ['is not an array', plugin, /^adapters must be an array/],
  ['holds a factory that was not called', [() => plugin], /^adapters\[0\] is not a plugin; did you forget to call it/],
  ['holds null', [plugin, null], /^adapters\[1\] is not a plugin/],
  ['holds a plugin of an unknown kind', [{ ...plugin, kind: 'theme' }], /^adapters\[0\] is not a plugin/],
  ['holds a setup that is not a function', [{ ...plugin, setup: 'x' }], /^adapters\[0\] is not a plugin/],
  [
    'holds a plugin for another version of the contract',
    [{ ...plugin, apiVersion: 2 }],
    /^adapters\[0\] was built for version 2 .*has 1/,
  ],
  [
    'holds a plugin without a version',
    [{ ...plugin, apiVersion: undefined }],
    /^adapters\[0\] was built for version undefined/,
  ],
  ['has two adapters of one namespace', [plugin, { ...plugin }], /^adapters has two adapters for eip155/],
  [
    'has an unknown namespace',
    [{ ...plugin, namespace: 'TON' }],
    /^adapters\[0\].namespace must be a CAIP-2 namespace/,
  ],
  [
    'holds an adapter without a list of networks',
    [{ ...plugin, networks: undefined }],
    /^adapters\[0\]\.networks must be an array/,
  ],
])('rejects adapters if it %s', (_, adapters, problem) => {
  expect(problemsOf({ adapters })).toEqual([expect.stringMatching(problem)])
})

test.each([
  ['a Solana network without its namespace', { id: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' }, 'id', 'eip155'],
  ['a Solana network as an EVM network', { id: 'mainnet', chainNamespace: 'eip155' }, 'id', 'eip155'],
  ['an EVM network as a Solana network', { id: 1, chainNamespace: 'solana' }, 'id', 'solana'],
  ['a Bitcoin network with a short id', { id: '000000', chainNamespace: 'bip122' }, 'id', 'bip122'],
  ['an EVM network with a name for an id', { caipNetworkId: 'eip155:mainnet' }, 'caipNetworkId', 'eip155'],
])('rejects %s', (_, fields, field, namespace) => {
  const network = { ...mainnetInput, ...fields }
  expect(problemsOf({ networks: [network] })).toEqual([
    `networks[0].${field} is not the id of a network of ${namespace}; set chainNamespace for another kind of network`,
  ])
})

test('a Bitcoin network needs no node', () => {
  const bitcoin = {
    ...mainnetInput,
    id: '000000000019d6689c085ae165831e93',
    chainNamespace: 'bip122',
    caipNetworkId: undefined,
    rpcUrls: { default: { http: [] } },
  }
  expect(problemsOf({ networks: [bitcoin] })).toEqual([])
})

test.each<[string, unknown, readonly string[]]>([
  ['null', null, [' must be an object']],
  ['no id', { ...mainnetInput, id: undefined }, ['.id must be a number or a string']],
  ['no name', { ...mainnetInput, name: undefined }, ['.name must be a non-empty string']],
  [
    'an unknown namespace',
    { ...mainnetInput, chainNamespace: 'TON' },
    ['.chainNamespace must be a CAIP-2 namespace: 3 to 8 of a-z, 0-9 and -'],
  ],
  ['no currency', { ...mainnetInput, nativeCurrency: undefined }, ['.nativeCurrency must be an object']],
  [
    'fractional decimals',
    { ...mainnetInput, nativeCurrency: { symbol: 'X', decimals: 1.5 } },
    ['.nativeCurrency.decimals must be an integer'],
  ],
  ['no URLs', { ...mainnetInput, rpcUrls: {} }, ['.rpcUrls.default must be an object']],
  [
    'an empty list of URLs',
    { ...mainnetInput, rpcUrls: { default: { http: [] } } },
    ['.rpcUrls.default.http must not be empty'],
  ],
  [
    'a URL with another scheme',
    { ...mainnetInput, rpcUrls: { default: { http: ['https://x.example', 'file:///x'] } } },
    ['.rpcUrls.default.http[1] must be an http or https URL'],
  ],
  ['an id of another namespace', { ...solana, chainNamespace: undefined }, ['.caipNetworkId is not one of eip155']],
  [
    'an id that is not a CAIP-2 id',
    { ...mainnetInput, caipNetworkId: 'mainnet' },
    ['.caipNetworkId is not one of eip155'],
  ],
  [
    'everything wrong at once',
    { id: true, name: '', nativeCurrency: {}, rpcUrls: [] },
    [
      '.id must be a number or a string',
      '.name must be a non-empty string',
      '.nativeCurrency.symbol must be a non-empty string',
      '.nativeCurrency.decimals must be an integer',
      '.rpcUrls must be an object',
    ],
  ],
])('reports the problems of a network: %s', (_, network, problems) => {
  const at = (path: string): readonly string[] => problems.map((problem) => path + problem)
  expect(problemsOf({ networks: [mainnet, network] })).toEqual(at('networks[1]'))
  expect(problemsOf({ defaultNetwork: network })).toEqual(at('defaultNetwork'))
  expect(problemsOf({ adapters: [{ ...plugin, networks: [network] }] })).toEqual(at('adapters[0].networks[0]'))
})

test('accepts networks with and without a namespace and a CAIP-2 id', () => {
  expect(problemsOf({ networks: [mainnetInput, mainnet, solana] })).toEqual([])
})

test.each([
  ['a flag of the wrong type', { email: 1 }, 'features.email must be true or false'],
  ['an unknown flag', { emails: true }, 'features.emails is not an option'],
  ['a social login without a valid id', { socials: ['x', 'My Space'] }, 'features.socials[1] must be the id of'],
  ['another login method as a social login', { socials: ['email'] }, 'features.socials[0] must be the id of'],
  ['not an object', true, 'features must be an object'],
  ['an unknown connection method', { connectMethodsOrder: ['sms'] }, 'features.connectMethodsOrder[0] must be one of'],
])('reports the problem of features: %s', (_, features, problem) => {
  expect(problemsOf({ features })).toEqual([expect.stringContaining(problem)])
})

test('names every invalid feature, network and plugin, not only the first', () => {
  expect(problemsOf({ features: { email: 1, swaps: 2 } })).toHaveLength(2)
  expect(
    problemsOf({
      networks: [
        { ...mainnet, id: null },
        { ...mainnet, name: 1 },
      ],
    }),
  ).toHaveLength(2)
  expect(problemsOf({ adapters: [1, plugin, { ...plugin, apiVersion: 3 }] })).toHaveLength(2)
})

test('socials can be turned off entirely', () => {
  expect(problemsOf({ features: { socials: false } })).toEqual([])
})

test('themeMode accepts only light and dark', () => {
  expect(problemsOf({ themeMode: 'light' })).toEqual([])
  expect(problemsOf({ themeMode: 'dark' })).toEqual([])
  expect(problemsOf({ themeMode: 'auto' })).toEqual(['themeMode must be one of light, dark'])
})

test.each(['https://x.example', 'http://localhost:8545'])('services.rpc accepts %s', (rpc) => {
  expect(problemsOf({ services: { rpc } })).toEqual([])
  expect(problemsOf({ services: { rpc: { url: rpc, networkIds: ['eip155:1'] } } })).toEqual([])
})

test.each([
  ['javascript:alert(1)', ' must be an http or https URL'],
  ['//x.example', ' must be an http or https URL'],
  [{ url: 'https://x.example' }, '.networkIds must be an array'],
  [7, ' must be an http or https URL'],
])('services.rpc rejects %o', (rpc, problem) => {
  expect(problemsOf({ services: { rpc } })).toEqual([`services.rpc${problem}`])
})

test('rejects names of Object.prototype as options', () => {
  expect(problemsOf({ constructor: 1, toString: 2 })).toEqual([
    'constructor is not an option',
    'toString is not an option',
  ])
})

test('checks any value of an option without throwing', () => {
  assert(
    property(constantFrom(...Object.keys(optionChecks)), anything({ withNullPrototype: true }), (name, value) => {
      expect(problemsOf({ [name]: value }).every((problem) => problem.startsWith(name))).toBe(true)
    }),
  )
})

test.each<[string, unknown, string]>([
  ['services.relay', { services: { relay: 'https://relay.example' } }, 'services.relay must be a wss or ws URL'],
  ['services.relay', { services: { relay: 'relay.example' } }, 'services.relay must be a wss or ws URL'],
  [
    'services.wallets',
    { services: { wallets: 'ftp://list.example' } },
    'services.wallets must be an http or https URL',
  ],
  ['featuredWalletIds', { featuredWalletIds: 'a' }, 'featuredWalletIds must be an array'],
  ['includeWalletIds', { includeWalletIds: ['a', ''] }, 'includeWalletIds[1] must be a non-empty string'],
  ['excludeWalletIds', { excludeWalletIds: [7] }, 'excludeWalletIds[0] must be a non-empty string'],
  ['enableWalletConnect', { enableWalletConnect: 'no' }, 'enableWalletConnect must be true or false'],
  ['metadata', { metadata: 'An app' }, 'metadata must be an object'],
  ['metadata.name', { metadata: { name: ' ' } }, 'metadata.name must be a non-empty string'],
  ['customWallets', { customWallets: [null] }, 'customWallets[0] must be an object'],
  ['customWallets', { customWallets: [{ id: 'a' }] }, 'customWallets[0].name must be a non-empty string'],
])('reports the problem of %s: %j', (_, options, problem) => {
  expect(problemsOf(options as Record<string, unknown>)).toEqual([problem])
})

test('accepts valid wallets, services and metadata', () => {
  const image = { id: 'a', name: 'A' }
  const customWallets = [
    { ...image, image_url: 'https://wallet.example/a.png', mobile_link: 'a://', homepage: 'https://wallet.example' },
    { ...image, image_url: '/a.svg' },
    { ...image, image_url: './a.svg', link_mode: 'https://wallet.example/wc', chains: ['eip155:1'] },
    { ...image, image_url: 'data:image/png;base64,AAAA', rdns: 'example.wallet', order: 1 },
  ]
  const services = { relay: 'wss://relay.example', wallets: 'https://list.example/v1', rpc: undefined }
  const metadata = { name: 'An app', description: 'For all', url: 'https://app.example', icons: ['/icon.png'] }
  const ids = { featuredWalletIds: ['a'], includeWalletIds: [], excludeWalletIds: ['io.example'] }
  expect(problemsOf({ customWallets, services, metadata, ...ids })).toEqual([])
  expect(problemsOf({ services: { relay: 'ws://127.0.0.1:5555' }, metadata: { name: 'An app' } })).toEqual([])
})

test.each<[unknown, readonly string[]]>([
  [true, []],
  [['meld', 'sandbox'], []],
  ['meld', ['features.onramp must be true or false']],
  [['meld', 7], ['features.onramp[1] must be a non-empty string']],
])('[S5.17] checks features.onramp: %o', (onramp, problems) => {
  expect(problemsOf({ adapters: [plugin], features: { onramp } })).toEqual(problems)
})
