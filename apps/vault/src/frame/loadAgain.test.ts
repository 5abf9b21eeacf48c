import { expect, test } from 'vitest'
import { loadAgain } from './loadAgain.js'

test('a page is loaded again some times, and keeps what else its address says', () => {
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
    expect(loadAgain(window)).toBe(true)
    expect(href).toBe(`https://vault.example/?projectId=demo&left=build1&again=${count}`)
  }
  expect(loadAgain(window)).toBe(false)
  expect(pauses).toHaveLength(8)
  for (const ms of pauses) expect([ms >= 200, ms <= 600]).toEqual([true, true])
})

test.each(['x', '', '-', '1e9', 'NaN'])('an address that says %s of it leads to no loop', (text) => {
  let [href, loads] = [`https://vault.example/?again=${text}`, 0]
  const window = {
    get location() {
      return { href, replace: (url: URL) => (href = url.href) }
    },
    setTimeout: (act: () => void) => act(),
  } as unknown as Window
  while (loads < 20 && loadAgain(window)) loads += 1
  expect(loads).toBeLessThanOrEqual(8)
})
