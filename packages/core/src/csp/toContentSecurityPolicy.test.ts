import { expect, test } from 'vitest'
import { toContentSecurityPolicy } from './toContentSecurityPolicy.js'

const network = (...http: readonly string[]) => ({ rpcUrls: { default: { http } } })

test('a modal without services may only connect to its RPC nodes', () => {
  const { header } = toContentSecurityPolicy({ networks: [network('https://rpc.example.org/key?a=1')] })
  expect(header).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; " +
      "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'; connect-src https://rpc.example.org",
  )
})

test('allows no connection and no frame unless configured', () => {
  const { header } = toContentSecurityPolicy({})
  expect(header).not.toMatch(/connect-src|frame-src/)
})

test('adds the origin of every URL to the right directive, with a reason', () => {
  const { entries } = toContentSecurityPolicy({
    services: {
      wallets: 'https://wallets.example.org/v1',
      blockchainApi: 'https://chain.example.org',
      config: 'https://config.example.org',
      analytics: 'https://events.example.org',
      relay: 'wss://relay.example.org/x',
      rpc: { url: 'https://rpc.example.org', networkIds: ['eip155:1'] },
    },
    telemetry: 'https://reports.example.org',
    frameUrl: 'https://wallet.example.org/frame',
    endpoints: ['wss://solana.example.org:8900'],
    images: ['https://pictures.example.org'],
    networks: [{ ...network('https://node.example.org'), assets: { imageUrl: 'https://marks.example.org/1.svg' } }],
  })
  const added = entries.filter(({ directive }) => /^(connect|frame)-src$/.test(directive))
  expect(added.map(({ directive, source, reason }) => `${directive} ${source}: ${reason}`)).toEqual([
    'connect-src https://node.example.org: RPC nodes',
    'connect-src https://rpc.example.org: services.rpc',
    'connect-src https://wallets.example.org: services.wallets',
    'connect-src https://chain.example.org: services.blockchainApi',
    'connect-src https://config.example.org: services.config',
    'connect-src https://events.example.org: services.analytics',
    'connect-src wss://relay.example.org: services.relay',
    'connect-src https://reports.example.org: telemetry',
    'connect-src wss://solana.example.org:8900: endpoints of plugins',
    'frame-src https://wallet.example.org: the frame of the embedded wallet',
    'connect-src https://wallet.example.org: to notice at once that the embedded wallet is down',
  ])
  expect(entries.filter(({ directive }) => directive === 'img-src').map(({ source }) => source)).toEqual([
    'data:',
    'https://chain.example.org',
    'https://pictures.example.org',
    'https://marks.example.org',
  ])
})

test.each(['/assets/base.svg', './base.svg'])('allows the image %s of a network on the page itself', (imageUrl) => {
  const { header } = toContentSecurityPolicy({
    networks: [{ ...network('https://rpc.example.org'), assets: { imageUrl } }],
  })
  expect(header).toContain("img-src data: 'self';")
})

test('merges several uses of one origin into one entry that names them all', () => {
  const { entries } = toContentSecurityPolicy({
    services: { wallets: 'https://api.example.org/list', blockchainApi: 'https://api.example.org' },
  })
  expect(entries.filter(({ directive }) => directive === 'connect-src')).toEqual([
    { directive: 'connect-src', source: 'https://api.example.org', reason: 'services.wallets, services.blockchainApi' },
  ])
})

test('merges the sources of the page itself into the policy', () => {
  const { header } = toContentSecurityPolicy({ page: { 'img-src': ["'self'"], 'font-src': ["'self'"] } })
  expect(header).toContain("img-src data: 'self';")
  expect(header).toContain("; font-src 'self'")
})

test.each(['not a url', 'data:text/plain,a', "https://a.example; script-src 'unsafe-inline'"])(
  'throws an error that names the invalid URL %s',
  (url) => {
    expect(() => toContentSecurityPolicy({ endpoints: [url] })).toThrow(url)
  },
)

test('drops everything after the host of a URL', () => {
  const { header } = toContentSecurityPolicy({ endpoints: ["https://a.example/; script-src 'unsafe-inline'"] })
  expect(header).not.toContain('unsafe-inline')
})

test('also allows the services of restricted time zones', () => {
  const { entries } = toContentSecurityPolicy({
    services: { rpc: 'https://rpc.example.org' },
    restrictedServices: { rpc: 'https://rpc.example.cn', blockchainApi: 'https://api.example.cn' },
  })
  const sources = entries.map(({ directive, source }) => `${directive} ${source}`)
  expect(sources).toEqual(
    expect.arrayContaining([
      'connect-src https://rpc.example.org',
      'connect-src https://rpc.example.cn',
      'connect-src https://api.example.cn',
      'img-src https://api.example.cn',
    ]),
  )
})
