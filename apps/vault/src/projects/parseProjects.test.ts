import { describe, expect, test } from 'vitest'
import { isOrigin, parseProjects } from './parseProjects.js'
import type { Policy } from './policy.js'

const withOrigin = (origin: unknown): string => JSON.stringify({ demo: { name: 'Demo', origins: [origin] } })

test.each([
  'https://app.example',
  'http://localhost:4173',
  'https://app.example:8443',
  'https://xn--bcher-kva.example',
  'http://127.0.0.1:3000',
  'http://[::1]:3000',
])('accepts the origin %s', (origin) => {
  expect(isOrigin(origin)).toBe(true)
  expect(parseProjects(withOrigin(origin)).get('demo')?.origins).toEqual([origin])
})

test.each([
  '*',
  '*.com',
  'https://*.example',
  'https://app.example/',
  'https://app.example:443',
  'http://app.example:80',
  'https://app.example/path',
  'https://app.example?x',
  'https://user@app.example',
  'https://bücher.example',
  'HTTPS://app.example',
  'https://App.example',
  'null',
  '',
  'app.example',
  'file:///x',
  'ftp://app.example',
  'https://app.example https://b.example',
  "https://app.example;script-src 'x'",
  'https://',
  null,
  7,
])('error: rejects the origin %s [I42]', (origin) => {
  expect(() => parseProjects(withOrigin(origin))).toThrow('origins')
})

test.each([
  '[]',
  '{"a b":{"name":"x","origins":["https://a.example"]}}',
  '{"a":{"name":"x","origins":[]}}',
  '{',
  '{"a":{}}',
])('error: rejects the projects %s', (text) => {
  expect(() => parseProjects(text)).toThrow()
})

const withPaymaster = (paymaster: object): string =>
  JSON.stringify({ demo: { name: 'Demo', origins: ['https://app.example'], paymasters: [paymaster] } })

test.each([
  'https://pay.example',
  'https://pay.example:8443/v1/key?chain=1',
  'http://127.0.0.1:3000/31337',
  'http://[::1]:3000/',
  'http://localhost',
  'http://pay.localhost:4182/31337',
])('accepts the paymaster URL %s', (url) => {
  const paymaster = { url, chains: ['eip155:1', 'eip155:8453'] }
  expect(parseProjects(withPaymaster(paymaster)).get('demo')?.paymasters).toEqual([paymaster])
})

test.each([
  'http://pay.example',
  'http://localhost.example',
  'http://10.0.0.1/',
  'https://user:word@pay.example/',
  'https://pay.example/#part',
  'https://pay.example/ x',
  ` https://pay.example`,
  'pay.example',
  'ws://localhost',
  'data:,x',
  '',
  `https://pay.example/${'x'.repeat(2_048)}`,
])('error: rejects the paymaster URL %s', (url) => {
  expect(() => parseProjects(withPaymaster({ url, chains: ['eip155:1'] }))).toThrow('A paymaster URL must use https')
})

test.each([
  { url: 'https://pay.example' },
  { url: 'https://pay.example', chains: [] },
  { url: 'https://pay.example', chains: ['1'] },
  { url: 'https://pay.example', chains: ['eip155:0x1'] },
  { url: 'https://pay.example', chains: ['solana:x'] },
  { url: 'https://pay.example', chains: ['eip155:1'], more: 1 },
])('error: rejects the paymaster %j', (paymaster) => {
  expect(() => parseProjects(withPaymaster(paymaster))).toThrow('paymasters')
})

test('finds a project only by its own id', () => {
  const projects = parseProjects(withOrigin('https://app.example'))
  expect([projects.has('demo'), projects.has('constructor'), projects.has('__proto__')]).toEqual([true, false, false])
})

describe('a policy', () => {
  const parse = (policy: object): Policy | undefined =>
    parseProjects(JSON.stringify({ demo: { name: 'Demo', origins: ['https://app.example'], policy } })).get('demo')
      ?.policy
  const contract = 'eip155:1:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'

  test('converts decimal amounts, prices and values to integers, and accepts addresses in any case', () => {
    const usdc = { decimals: 6, dailyLimit: '100.5', price: '1.01' }
    const policy = parse({
      assets: { 'eip155:1': { [contract.slice(9)]: usdc } },
      dailyValue: '1000',
      recipients: { allow: [contract] },
      grantable: [{ contract, functions: ['play(uint256 level)'] }],
    })
    const id = contract.toLowerCase()
    expect(policy?.assets.get(`eip155:1/${id.slice(9)}`)).toEqual({
      decimals: 6,
      dailyLimit: 100_500_000n,
      price: 101_000_000n,
    })
    expect(policy?.dailyValue).toBe(100_000_000_000n)
    expect([policy?.allowed?.has(id), policy?.grantable.get(id)]).toEqual([true, ['play(uint256)']])
  })

  test.each([
    { dailyLimits: {} },
    { dailyValue: 1000 },
    { dailyValue: '-1' },
    { dailyValue: '1e3' },
    { assets: { ethereum: {} } },
    { assets: { 'eip155:1': { eth: { decimals: 18 } } } },
    { assets: { 'eip155:1': { native: { dailyLimit: '1' } } } },
    { assets: { 'eip155:1': { native: { decimals: 2, dailyLimit: '1.001' } } } },
    { recipients: { block: ['0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'] } },
    { holdFirstTransfer: { hours: 24 } },
    { holdNewDevice: { hours: 0 } },
    { grantable: [{ contract, functions: [] }] },
    { grantable: [{ contract, functions: ['play'] }] },
    { grantable: [{ contract, functions: ['0x12345678'] }] },
    { grantable: [{ contract, functions: ['approve(address,uint256)'] }] },
    { grantable: [{ contract, functions: ['increaseApproval(address,uint256)'] }] },
    { grantable: [{ contract, functions: ['multicall(bytes[])'] }] },
    { grantable: [{ contract, functions: ['execute((address to, bytes data) call)'] }] },
  ])('error: rejects %j', (policy) => {
    expect(() => parse(policy)).toThrow()
  })
})

describe('a brand', () => {
  const withBrand = (brand: unknown): string =>
    JSON.stringify({ demo: { name: 'Demo', brand, origins: ['https://app.example'] } })
  const png = Buffer.from('89504e470d0a1a0a0000', 'hex')
  const toUrl = (bytes: Buffer, type = 'image/png'): string => `data:${type};base64,${bytes.toString('base64')}`

  test('has a color and a logo', () => {
    const { brand } = parseProjects(withBrand({ color: '#3257E6', logo: toUrl(png) })).get('demo') ?? {}
    expect(brand).toEqual({ color: '#3257E6', logo: { type: 'image/png', base64: png.toString('base64') } })
    const jpeg = Buffer.from('ffd8ffe000104a46', 'hex')
    expect(parseProjects(withBrand({ logo: toUrl(jpeg, 'image/jpeg') })).get('demo')?.brand?.logo?.type).toBe(
      'image/jpeg',
    )
  })

  test.each([
    { color: 'red' },
    { color: '#fff' },
    { color: '#3257e6;}body{background:url(//evil.example)' },
    { logo: 'https://evil.example/pixel.png' },
    { logo: 'data:image/svg+xml;base64,PHN2Zz4=' },
    { logo: toUrl(Buffer.from('<svg onload=alert(1)>')) },
    { logo: toUrl(png, 'image/jpeg') },
    { logo: toUrl(png, 'text/html') },
    { logo: `${toUrl(png)}"><script>` },
    { logo: toUrl(Buffer.concat([png, Buffer.alloc(32_768)])) },
    { other: 'x' },
  ])('error: is rejected: %j', (brand) => {
    expect(() => parseProjects(withBrand(brand))).toThrow()
  })
})
