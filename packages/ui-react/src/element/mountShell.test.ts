// @vitest-environment happy-dom
import { open, setLoading } from '@latchkey/core/internal'
import { beforeAll, expect, test, vi } from 'vitest'
import { createModal } from '../createModal.js'
import { createFakeClock } from '../testing/createFakeClock.js'
import { fakeChain } from '../testing/fakeChain.js'
import { defineElement } from './defineElement.js'

// happy-dom gives no new life to elements that were there before
beforeAll(defineElement)

test('code of a language that never comes keeps nobody from opening: English shows after a second', async () => {
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

test('[S4.8] the dialog shows that the modal waits', async () => {
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
