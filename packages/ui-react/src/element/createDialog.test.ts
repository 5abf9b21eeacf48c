// @vitest-environment happy-dom
import { close } from '@latchkey/core/internal'
import { beforeAll, expect, test, vi } from 'vitest'
import { createModal } from '../createModal.js'
import { fakeChain } from '../testing/fakeChain.js'
import { defineElement } from './defineElement.js'

beforeAll(defineElement)

test('a closed dialog is inert, so that it cannot take focus from the element that opened it; an open one is not', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  const modal = createModal({ adapters: [fakeChain()], env: { storage: () => null } })
  const dialog = (): HTMLDialogElement | null | undefined => modal.getElement()?.shadowRoot?.querySelector('dialog')
  const wasInertAtOpening: boolean[] = []
  vi.spyOn(HTMLDialogElement.prototype, 'showModal').mockImplementation(function (this: HTMLDialogElement) {
    wasInertAtOpening.push(this.inert)
    this.open = true
  })
  for (const times of [1, 2]) {
    await modal.open()
    await vi.waitFor(() => expect(dialog()?.open).toBe(true))
    expect(dialog()?.inert).toBe(false)
    close(modal)
    await vi.waitFor(() => expect(dialog()?.open).toBe(false))
    expect(dialog()?.inert).toBe(true)
    expect(wasInertAtOpening).toEqual(Array(times).fill(false))
  }
  modal.destroy()
})

test('Esc that ends an IME composition does not close the modal', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  const modal = createModal({ adapters: [fakeChain()], env: { storage: () => null } })
  const dialog = (): HTMLDialogElement | null | undefined => modal.getElement()?.shadowRoot?.querySelector('dialog')
  vi.spyOn(HTMLDialogElement.prototype, 'showModal').mockImplementation(function (this: HTMLDialogElement) {
    this.open = true
  })
  await modal.open()
  await vi.waitFor(() => expect(dialog()?.open).toBe(true))
  const press = (init: { readonly isComposing: boolean; readonly keyCode: number }): boolean => {
    const event = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, composed: true, cancelable: true })
    for (const [name, value] of Object.entries(init)) Object.defineProperty(event, name, { value })
    dialog()?.dispatchEvent(event)
    return event.defaultPrevented
  }
  expect(press({ isComposing: true, keyCode: 229 })).toBe(false)
  expect(press({ isComposing: false, keyCode: 229 })).toBe(false)
  expect(modal.getState().modal.open).toBe(true)
  expect(press({ isComposing: false, keyCode: 27 })).toBe(true)
  expect(modal.getState().modal.open).toBe(false)
  modal.destroy()
})
