// @vitest-environment happy-dom
import { switchNetwork } from '@latchkey/core/controllers/network'
import { push } from '@latchkey/core/controllers/shell'
import { open, setLoading } from '@latchkey/core/internal'
import { beforeAll, expect, test, vi } from 'vitest'
import { createModal } from '../createModal.js'
import { createFakeClock } from '../testing/createFakeClock.js'
import { fakeChain } from '../testing/fakeChain.js'
import { defineElement } from './defineElement.js'

// happy-dom does not upgrade elements that already exist
beforeAll(defineElement)

test('the modal opens in English after a second if its language never finishes loading', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  const { now, setTimeout, advance } = createFakeClock()
  const modal = createModal({ adapters: [fakeChain()], env: { storage: () => null, now, setTimeout } })
  modal.ui.locale = 'de'
  modal.ui.loading = new Promise(() => {})
  const title = (): string | undefined => modal.getElement()?.shadowRoot?.querySelector('h1, h2')?.textContent
  await modal.open()
  await vi.dynamicImportSettled()
  expect(title()).toBeUndefined()
  await vi.waitFor(async () => {
    await advance(1_000)
    expect(title()).toBe('Connect')
  }, 10_000)
  modal.destroy()
})

test('an inline modal keeps the view that was opened while its code was loading', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  const create = () =>
    createModal({ adapters: [fakeChain()], inline: true, disableAppend: true, env: { storage: () => null } })
  const modal = create()
  modal.start()
  open(modal, { view: 'Networks' })
  await vi.dynamicImportSettled()
  expect(modal.getState().router.stack).toEqual([{ view: 'Networks', params: undefined }])
  modal.destroy()

  const other = create()
  other.start()
  await vi.waitFor(() => expect(other.getState().modal.open).toBe(true))
  expect(other.getState().router.stack).toEqual([{ view: 'Connect', params: undefined }])
  other.destroy()
})

test('[S4.8] the dialog has data-loading while the modal is loading, until it closes', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  const modal = createModal({ adapters: [fakeChain()], env: { storage: () => null } })
  await modal.open()
  await vi.dynamicImportSettled()
  const dialog = modal.getElement()?.shadowRoot?.querySelector('dialog')
  await vi.waitFor(() => expect(dialog?.hasAttribute('data-loading')).toBe(false))
  setLoading(modal, true)
  expect(dialog?.hasAttribute('data-loading')).toBe(true)
  await modal.close()
  expect(dialog?.hasAttribute('data-loading')).toBe(false)
  modal.destroy()
})

test('[S2.1] the element is appended to the body unless disableAppend or inline is set; views do not change the URL', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  const page = document.createElement('main')
  document.body.append(page)
  for (const [options, isAppended] of [
    [{}, true],
    [{ disableAppend: true }, false],
    [{ inline: true }, false],
  ] as const) {
    const modal = createModal({ adapters: [fakeChain()], env: { storage: () => null }, ...options })
    modal.start()
    expect(document.body.lastElementChild === modal.getElement()).toBe(isAppended)
    expect(modal.getElement()?.isConnected).toBe(isAppended)
    const before = [location.href, history.length]
    await modal.open()
    push(modal, { view: 'Networks', params: undefined })
    await modal.close()
    expect([location.href, history.length]).toEqual(before)
    modal.destroy()
  }
  page.remove()
})

test('the modal opens after the page has replaced its body, also if it was open then', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  const modal = createModal({ adapters: [fakeChain()], env: { storage: () => null } })
  const isShown = () => modal.getElement()?.shadowRoot?.querySelector('dialog')?.open === true
  modal.start()
  for (const isOpen of [false, true]) {
    const body = document.createElement('body')
    document.body.replaceWith(body)
    expect([modal.getElement()?.isConnected, modal.getState().modal.open]).toEqual([false, isOpen])
    await modal.open()
    await vi.waitFor(() => expect([modal.getElement()?.parentNode, isShown()]).toEqual([body, true]))
  }
  modal.destroy()
})

test('a modal that a script in the head opens is shown once the page has a body', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  const modal = createModal({ adapters: [fakeChain()], env: { storage: () => null } })
  const { body } = document
  body.remove()
  const opening = modal.open()
  document.documentElement.append(body)
  document.dispatchEvent(new Event('DOMContentLoaded'))
  await opening
  expect(modal.getElement()?.parentNode).toBe(body)
  await vi.waitFor(() => expect(modal.getElement()?.shadowRoot?.querySelector('dialog')?.open).toBe(true))
  modal.destroy()
})

test('[S8.18] the dialog shows an alert for an unknown network only if debug is on', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  for (const debug of [true, false]) {
    const modal = createModal({ adapters: [fakeChain()], debug, env: { storage: () => null } })
    await modal.open()
    const find = (name: string) => modal.getElement()?.shadowRoot?.querySelector(name)?.textContent
    await vi.waitFor(() => expect(find('h1, h2')).toBe('Connect'), 10_000)
    await expect(switchNetwork(modal, { network: 'eip155:5' })).rejects.toMatchObject({ code: 'NETWORK_NOT_FOUND' })
    // by now an alert would be shown
    push(modal, { view: 'Networks', params: undefined })
    await vi.waitFor(() => expect(find('h1, h2')).toBe('Choose a network'), 10_000)
    expect(find('[role=alert] b')).toBe(debug ? 'Network Not Found' : undefined)
    modal.destroy()
  }
})

test('the closed modal is rendered in a later task, or immediately if it is shown before', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  const create = async () => {
    const modal = createModal({ adapters: [fakeChain()], env: { storage: () => null } })
    modal.start()
    const shell = await modal.getElement()?.prepare?.()
    return { modal, shell, card: () => modal.getElement()?.shadowRoot?.querySelector('.card') ?? null }
  }
  const idle = await create()
  expect(idle.card()).toBeNull()
  await vi.waitFor(() => expect(idle.card()).not.toBeNull())
  idle.modal.destroy()

  const hurried = await create()
  expect(hurried.card()).toBeNull()
  hurried.shell?.show()
  expect(hurried.card()?.textContent).toContain('Connect')
  hurried.modal.destroy()
})

test('a modal that was never attached to the page empties its shadow root on destroy, and renders nothing after that', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  const modal = createModal({ adapters: [fakeChain()], disableAppend: true, env: { storage: () => null } })
  modal.start()
  const element = modal.getElement()
  await element?.prepare?.()
  expect(element?.shadowRoot?.querySelector('dialog')).not.toBeNull()
  modal.destroy()
  await vi.waitFor(() => expect(element?.shadowRoot?.childNodes).toHaveLength(0))
  modal.prefetch()
  await vi.dynamicImportSettled()
  expect(element?.shadowRoot?.childNodes).toHaveLength(0)
})
