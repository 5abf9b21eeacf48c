import { describe, expect, it, vi } from 'vitest'
import { createPage } from './createPage.js'

describe('createPage', () => {
  it('counts the listeners of the adapter on window and document, and no others', () => {
    const { window, outside, listeners } = createPage()
    const listener = vi.fn()
    window.addEventListener('a', listener)
    window.addEventListener('a', listener)
    window.addEventListener('a', listener, { capture: true })
    window.document.addEventListener('a', listener)
    outside.addEventListener('a', listener)
    expect(listeners()).toBe(3)
    window.removeEventListener('a', listener)
    window.removeEventListener('a', listener, true)
    window.removeEventListener('b', listener)
    window.document.removeEventListener('a', listener)
    expect(listeners()).toBe(0)
  })

  it('does not count listeners removed by `once` or an abort signal', () => {
    const { window, listeners } = createPage()
    const controller = new AbortController()
    window.addEventListener('a', () => undefined, { once: true })
    window.addEventListener('b', () => undefined, { signal: controller.signal })
    window.addEventListener('c', () => undefined, { signal: AbortSignal.abort() })
    window.addEventListener('d', null as never)
    expect(listeners()).toBe(2)
    window.dispatchEvent(new Event('a'))
    expect(listeners()).toBe(1)
    controller.abort()
    expect(listeners()).toBe(0)
  })

  it('shares events and globals between the adapter and its wallets', () => {
    const { window, outside } = createPage({ ethereum: { isDoor: true } })
    const [inner, outer] = [vi.fn(), { handleEvent: vi.fn() }]
    window.addEventListener('a', inner)
    outside.addEventListener('b', outer)
    outside.dispatchEvent(new Event('a'))
    window.dispatchEvent(new Event('b'))
    expect(inner).toHaveBeenCalledTimes(1)
    expect(outer.handleEvent).toHaveBeenCalledTimes(1)
    Object.assign(outside, { late: 'yes' })
    expect(window).toMatchObject({ ethereum: { isDoor: true }, late: 'yes' })
    expect(window.window).toBe(window)
    expect(window.document.visibilityState).toBe('visible')
  })
})
