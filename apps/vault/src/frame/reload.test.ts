import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createUpdater, reloadAfterMiss, type Updater, type UpdaterOptions } from './reload.js'

test('reloads a page at most eight times, and keeps its other URL parameters', () => {
  let href = 'https://vault.example/?projectId=demo&left=build1'
  const pauses: number[] = []
  const window = {
    get location() {
      return { href, replace: (url: URL) => (href = url.href) }
    },
    setTimeout: (act: () => void, ms: number) => {
      pauses.push(ms)
      act()
    },
  } as unknown as Window
  for (let count = 1; count <= 8; count++) {
    expect(reloadAfterMiss(window)).toBe(true)
    expect(href).toBe(`https://vault.example/?projectId=demo&left=build1&again=${count}`)
  }
  expect(reloadAfterMiss(window)).toBe(false)
  expect(pauses).toHaveLength(8)
  for (const ms of pauses) expect([ms >= 200, ms <= 600]).toEqual([true, true])
})

test.each(['x', '', '-', '1e9', 'NaN'])('a reload count of %s in the URL causes no endless loop', (text) => {
  let [href, loads] = [`https://vault.example/?again=${text}`, 0]
  const window = {
    get location() {
      return { href, replace: (url: URL) => (href = url.href) }
    },
    setTimeout: (act: () => void) => act(),
  } as unknown as Window
  while (loads < 20 && reloadAfterMiss(window)) loads += 1
  expect(loads).toBeLessThanOrEqual(8)
})

describe('renewal', () => {
  const visited: string[] = []

  let stops: number
  /** How the site responds to the check. */
  let answer: () => Promise<{ readonly ok: boolean }>

  beforeEach(() => {
    visited.length = 0
    stops = 0
    answer = async () => ({ ok: true })
    vi.useFakeTimers()
    return () => vi.useRealTimers()
  })

  const start = 'https://vault.example/?projectId=demo&chainId=eip155%3A1'

  function open(href: string, build: string): Updater {
    const window = {
      location: { href, replace: (url: URL) => visited.push(url.href) },
      setTimeout: (act: () => void, ms: number) => setTimeout(act, ms),
      clearTimeout: (timer: number | undefined) => clearTimeout(timer),
      stop: () => {
        stops += 1
      },
    } as unknown as UpdaterOptions['window']
    return createUpdater({
      window,
      fetch: ((_: URL, { signal }: RequestInit) =>
        new Promise((resolve, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason))
          answer().then(resolve, reject)
        })) as unknown as typeof fetch,
      build,
    })
  }

  /** Leaves a page of this build after the vault reported a newer one; returns the address that it goes to. */
  async function leave(href: string, build: string): Promise<string> {
    const { namesBuild, leave } = open(href, build)
    if (!namesBuild) return href
    leave()
    await vi.advanceTimersByTimeAsync(1_000)
    return visited.at(-1) ?? ''
  }

  test('a page reloads once a second has passed without a request', async () => {
    const page = open(start, 'build1')
    expect(page.namesBuild).toBe(true)
    page.leave()
    await vi.advanceTimersByTimeAsync(999)
    page.stay()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(visited).toEqual([])
    page.leave()
    page.leave()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(visited).toEqual([`${start}&left=build1`])
    expect(stops).toBe(0)
  })

  test('a request during the reload stops it, until the request has finished', async () => {
    const page = open(start, 'build1')
    page.leave()
    await vi.advanceTimersByTimeAsync(1_000)
    page.stay()
    expect(stops).toBe(1)
    // the next request has nothing to stop
    page.stay()
    expect(stops).toBe(1)
    page.leave()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(visited).toHaveLength(2)
  })

  test.each<[string, () => Promise<{ readonly ok: boolean }>]>([
    ['fails', async () => ({ ok: false })],
    ['cannot be reached', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['hangs', () => new Promise(() => undefined)],
  ])('[F41] a page stays while the site %s, and reloads once the site responds again', async (_, failure) => {
    const page = open(start, 'build1')
    answer = failure
    page.leave()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(visited).toEqual([])
    answer = async () => ({ ok: true })
    page.leave()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(visited).toEqual([`${start}&left=build1`])
  })

  test('a request during the check of the site prevents the reload', async () => {
    const page = open(start, 'build1')
    let found: (answer: { readonly ok: boolean }) => void = () => undefined
    answer = () => new Promise((resolve) => (found = resolve))
    page.leave()
    await vi.advanceTimersByTimeAsync(1_000)
    page.stay()
    found({ ok: true })
    await vi.advanceTimersByTimeAsync(1_000)
    expect([visited, stops]).toEqual([[], 0])
  })

  test('a page that reloads into the same build no longer asks for a newer one', async () => {
    const address = await leave(start, 'build1')
    expect(open(address, 'build1').namesBuild).toBe(false)
    expect(open(address, 'build2').namesBuild).toBe(true)
  })

  test('[F41] leaves each build at most once, whichever builds the site serves', async () => {
    const builds = ['build1', 'build2', 'build3']
    for (let seed = 0; seed < 200; seed++) {
      let address = start
      let loads = 0
      for (let turn = 0; turn < 30; turn++) {
        const next = await leave(address, builds[(seed * 7 + turn * (1 + (seed % 5))) % builds.length] ?? '')
        if (next !== address) loads += 1
        address = next
      }
      expect(loads).toBeLessThanOrEqual(builds.length)
    }
  })
})
