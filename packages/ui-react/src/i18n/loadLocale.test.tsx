// @vitest-environment happy-dom
import { internals } from '@latchkey/core'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ConnectButton } from '../buttons/ConnectButton.js'
import { createModal } from '../createModal.js'
import { createFakeClock } from '../testing/createFakeClock.js'
import { fakeChain } from '../testing/fakeChain.js'
import { pseudoTexts } from '../testing/pseudoTexts.js'
import type { CreateModalOptions, UiModal } from '../uiModal.js'
import { type LocaleLoaders, loadLocale, localeLoaders } from './loadLocale.js'
import { setLocale, waitForLocale } from './setLocale.js'

let modal: UiModal
const create = (options: Partial<CreateModalOptions>): UiModal => {
  modal = createModal({ adapters: [fakeChain()], env: { storage: () => null }, ...options })
  return modal
}
const loaders = (load: LocaleLoaders['ar']): LocaleLoaders =>
  Object.fromEntries(Object.keys(localeLoaders).map((name) => [name, load])) as LocaleLoaders
const pseudo = loaders(async () => pseudoTexts)
const host = (): readonly (string | null | undefined)[] =>
  ['lang', 'dir'].map((name) => modal.getElement()?.getAttribute(name))

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
})
afterEach(() => modal.destroy())

describe('loadLocale', () => {
  it('picks the browser’s language with auto, and keeps the app’s messages over its texts', async () => {
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['nl', 'de-CH'])
    create({ locale: 'auto', messages: { close: 'Zu' } })
    await loadLocale(modal, pseudo)
    expect(modal.getState().locale).toBe('de')
    expect(modal[internals].getLocale()).toBe('de')
    expect([modal.ui.texts?.close, modal.ui.texts?.back, host()]).toEqual(['Zu', '⟦Back⟧', ['de', 'ltr']])
    vi.restoreAllMocks()
  })

  it('sets the direction of the modal for a right-to-left language, but not that of the page', async () => {
    create({ locale: 'ar' })
    await loadLocale(modal, pseudo)
    expect([host(), document.documentElement.dir]).toEqual([['ar', 'rtl'], ''])
  })

  it('lets plugins read the locale as soon as the app sets it, but not while auto is unresolved', async () => {
    create({})
    expect(modal[internals].getLocale()).toBeUndefined()
    create({ locale: 'fr' })
    expect(modal[internals].getLocale()).toBe('fr')
    modal.ui.locale = 'auto'
    expect(modal[internals].getLocale()).toBeUndefined()
  })

  it('falls back to English, with a warning, if the language fails to load', async () => {
    create({ locale: 'ja', messages: { close: 'Shut' } })
    const warn = vi.spyOn(modal[internals], 'warn').mockImplementation(() => {})
    const cause = new TypeError('offline')
    await loadLocale(
      modal,
      loaders(() => Promise.reject(cause)),
    )
    expect([modal.getState().locale, host(), warn.mock.calls]).toEqual(['en', ['en', 'ltr'], [[cause]]])
    expect(modal.ui.texts).toEqual({ close: 'Shut' })
  })

  it('falls back to English for an unknown language, with a warning that lists the available ones', async () => {
    create({ locale: 'tlh' as 'de' })
    const warn = vi.spyOn(modal[internals], 'warn').mockImplementation(() => {})
    await loadLocale(modal, pseudo)
    expect(modal.getState().locale).toBe('en')
    expect(String(warn.mock.calls[0]?.[0])).toContain('zh-Hans')
  })

  it('waits one second for a slow language, and applies it later', async () => {
    const clock = createFakeClock()
    create({ locale: 'fr', env: { storage: () => null, ...clock } })
    let arrive = (): void => {}
    const late = new Promise<typeof pseudoTexts>((resolve) => {
      arrive = () => resolve(pseudoTexts)
    })
    const loading = waitForLocale(
      modal,
      loadLocale(
        modal,
        loaders(() => late),
      ),
    )
    await clock.advance(1_000)
    await loading
    expect(modal.getState().locale).toBeUndefined()
    arrive()
    await vi.waitFor(() => expect(modal.getState().locale).toBe('fr'))
  })

  it('applies the language that was selected last', async () => {
    create({ locale: 'fr' })
    let arrive = (): void => {}
    const late = new Promise<typeof pseudoTexts>((resolve) => {
      arrive = () => resolve(pseudoTexts)
    })
    const first = loadLocale(
      modal,
      loaders(() => late),
    )
    await setLocale(modal, 'en')
    arrive()
    await first
    expect([modal.getState().locale, modal.ui.texts]).toEqual(['en', {}])
  })
})

describe('a button', () => {
  it('is rendered in English until the language has loaded', async () => {
    create({ locale: 'de' })
    expect(renderToString(<ConnectButton modal={modal} />)).toContain('>Connect<')
    const element = document.createElement('div')
    const root = createRoot(element)
    await act(async () => root.render(<ConnectButton modal={modal} />))
    await act(() => loadLocale(modal, pseudo))
    expect(element.textContent).toBe('⟦Connect⟧')
    // hydration starts from the English text that the server rendered
    expect(renderToString(<ConnectButton modal={modal} />)).toContain('>Connect<')
    act(() => root.unmount())
  })
})
