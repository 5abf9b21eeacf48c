import { expect, test } from 'vitest'
import { InvalidOptionsError } from '../../errors/setup.js'
import { createTestEnv } from '../../testing/createTestModal.js'
import { createTestWallet } from '../../testing/createTestWallet.js'
import { mainnet } from '../../testing/networks.js'
import { createModalCore } from '../createModalCore.js'
import { pairingChecks } from './checks.js'

const pairing = {
  kind: 'connector',
  apiVersion: 1,
  name: 'Pairing',
  networks: [mainnet],
  checks: pairingChecks,
  setup: () => createTestWallet().connector,
} as const

function problemsOf(options: object): readonly string[] {
  try {
    createModalCore({ adapters: [pairing], env: createTestEnv(), ...options })
    return []
  } catch (error) {
    if (!(error instanceof InvalidOptionsError)) throw error
    return error.problems
  }
}

test.each<[string, unknown, string]>([
  [
    'metadata.url',
    { metadata: { name: 'An app', url: 'javascript:alert(1)' } },
    'metadata.url must be an http or https URL',
  ],
  ['metadata.icons', { metadata: { name: 'An app', icons: [null] } }, 'metadata.icons[0] must be a non-empty string'],
  [
    'customWallets',
    { customWallets: [{ id: 'a', name: 'A', homepage: 'javascript:alert(1)' }] },
    'customWallets[0].homepage must be a URL',
  ],
  [
    'customWallets',
    { customWallets: [{ id: 'a', name: 'A', image_url: 'javascript:alert(1)' }] },
    'customWallets[0].image_url must be a URL',
  ],
  [
    'customWallets',
    { customWallets: [{ id: 'a', name: 'A', chains: 'eip155:1' }] },
    'customWallets[0].chains must be an array',
  ],
])('with a pairing plugin, reports the problem of %s: %j', (_, options, problem) => {
  expect(problemsOf(options as object)).toEqual([problem])
})

test('reports problems of other options together with its own', () => {
  const customWallets = [{ id: 'a', name: 'A', homepage: 'javascript:alert(1)' }]
  expect(problemsOf({ customWallets, themeMode: 'blue' })).toEqual([
    'customWallets[0].homepage must be a URL',
    'themeMode must be one of light, dark',
  ])
})

test('accepts valid wallets and metadata', () => {
  const image = { id: 'a', name: 'A' }
  const customWallets = [
    { ...image, image_url: 'https://wallet.example/a.png', mobile_link: 'a://', homepage: 'https://wallet.example' },
    { ...image, image_url: '/a.svg' },
    { ...image, image_url: './a.svg', link_mode: 'https://wallet.example/wc', chains: ['eip155:1'] },
    { ...image, image_url: 'data:image/png;base64,AAAA', rdns: 'example.wallet', order: 1 },
  ]
  const metadata = { name: 'An app', description: 'For all', url: 'https://app.example', icons: ['/icon.png'] }
  expect(problemsOf({ customWallets, metadata })).toEqual([])
})
