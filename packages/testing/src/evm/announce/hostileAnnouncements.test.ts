import { describe, expect, it } from 'vitest'
import { announceMany, type ProviderDetail } from './announceProvider.js'
import { type HostileAnnouncement, hostileAnnouncements } from './hostileAnnouncements.js'

const cases: HostileAnnouncement[] = [...hostileAnnouncements()]

/** A page that trusts everything. Whatever makes it throw, a careful page must refuse. */
const trusting = (detail: unknown): string => {
  const { info, provider } = detail as { info: { uuid: string; name: string; rdns: string }; provider: object }
  const { request } = provider as { request: () => unknown }
  request()
  if (!info.name.trim().replace(/\u200b/g, '')) throw new Error('no name')
  return `${info.uuid.toLowerCase()} ${info.rdns.toLowerCase()}`
}

describe('hostileAnnouncements', () => {
  it.each(cases)('breaks a trusting page exactly if it is marked unusable: $name', ({ detail, isUsable }) => {
    if (isUsable) expect(trusting(detail)).toMatch(/^\S+ \S+$/)
    else expect(() => trusting(detail)).toThrow()
  })

  it('has unique case names, a clashing uuid, a clashing rdns and a huge icon', () => {
    expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length)
    const infos = cases.filter(({ isUsable }) => isUsable).map(({ detail }) => (detail as ProviderDetail).info)
    const repeated = (field: 'uuid' | 'rdns'): number => infos.length - new Set(infos.map((info) => info[field])).size
    expect([repeated('uuid'), repeated('rdns')]).toEqual([1, 1])
    expect(Math.max(...infos.map(({ icon }) => String(icon).length))).toBeGreaterThan(5_000_000)
  })
})

describe('announceMany', () => {
  it('[I26] announces ten thousand different wallets, again on request, until it is stopped', () => {
    const target = new EventTarget()
    const details: ProviderDetail[] = []
    target.addEventListener('eip6963:announceProvider', (event) => {
      details.push((event as CustomEvent<ProviderDetail>).detail)
    })
    const stop = announceMany(target, 10_000)
    expect(new Set(details.map(({ info }) => info.uuid)).size).toBe(10_000)
    expect(new Set(details.map(({ info }) => info.rdns)).size).toBe(10_000)
    target.dispatchEvent(new Event('eip6963:requestProvider'))
    expect(details).toHaveLength(20_000)
    stop()
    target.dispatchEvent(new Event('eip6963:requestProvider'))
    expect(details).toHaveLength(20_000)
  })

  it('announces providers that reject requests', async () => {
    const target = new EventTarget()
    const found = new Promise<ProviderDetail>((resolve) =>
      target.addEventListener('eip6963:announceProvider', (event) => resolve((event as CustomEvent).detail)),
    )
    announceMany(target, 1)
    const { provider } = (await found) as { provider: { request: () => Promise<unknown> } }
    await expect(provider.request()).rejects.toMatchObject({ code: 4_900 })
  })
})
