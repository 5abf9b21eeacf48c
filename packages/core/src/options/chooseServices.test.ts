import { expect, test } from 'vitest'
import { chooseServices, parseOptions, restrictedTimeZones } from '../modal/options/parseOptions.js'
import { createTestChain } from '../testing/createTestChain.js'
import { mainnetInput } from '../testing/networks.js'

const services = { rpc: 'https://rpc.example.org', wallets: 'https://wallets.example.org' }
const restricted = { rpc: 'https://rpc.example.cn' }

test.each(['Asia/Shanghai', 'asia/hong_kong', 'Asia/Urumqi'])(
  '[S9.18] a visitor in %s has the services that the app names for there, and the others with everybody',
  (timeZone) => {
    expect(chooseServices({ services, restricted, timeZone })).toEqual({ ...services, ...restricted })
  },
)

test.each(['Asia/Tokyo', 'Europe/Berlin', ''])('a visitor in %s has those of everybody', (timeZone) => {
  expect(chooseServices({ services, restricted, timeZone })).toBe(services)
})

test('the app may name other time zones, and the browser says where the visitor is', () => {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  expect(chooseServices({ services, restricted, timeZones: [timeZone] }).rpc).toBe(restricted.rpc)
  expect(chooseServices({ services, restricted, timeZones: [], timeZone: 'Asia/Shanghai' })).toBe(services)
})

test('every listed time zone is one that browsers know', () => {
  for (const timeZone of restrictedTimeZones.filter((name) => name !== 'Asia/Beijing'))
    expect(() => new Intl.DateTimeFormat('en', { timeZone })).not.toThrow()
})

test('chains are routed by what was chosen', () => {
  const chosen = chooseServices({ services, restricted, timeZone: 'Asia/Macau' })
  const adapters = [createTestChain({ namespace: 'eip155', networks: [] }).plugin]
  const { networks } = parseOptions({ adapters, networks: [mainnetInput], services: chosen })
  expect(networks[0]?.rpcUrls.default.http[0]).toMatch(/^https:\/\/rpc\.example\.cn\/v1\//)
})
