// @vitest-environment happy-dom
import { close } from '@latchkey/core/internal'
import { beforeAll, expect, test, vi } from 'vitest'
import { createModal } from '../createModal.js'
import { fakeChain } from '../testing/fakeChain.js'
import { defineElement } from './defineElement.js'

beforeAll(defineElement)

test('nothing in a closed dialog takes the focus, so that who opened it is not forgotten', async () => {
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
