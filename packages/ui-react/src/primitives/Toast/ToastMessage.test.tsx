// @vitest-environment happy-dom
import { close, open, showToast } from '@latchkey/core/controllers'
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createFakeWorld, type FakeWorld } from '../../testing/createFakeWorld.js'
import { type RenderedView, renderView } from '../../testing/renderView.js'
import { ToastMessage } from './ToastMessage.js'

let world: FakeWorld
let view: RenderedView
let host: HTMLElement
let said: HTMLElement

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  world = createFakeWorld()
  host = document.createElement('div')
  said = document.createElement('span')
  view = await renderView(world.modal, <ToastMessage host={host} said={said} />)
})
afterEach(() => {
  view.unmount()
  world.modal.destroy()
})

it('says a notice once: outside the dialog while it is closed, inside while it is open', async () => {
  const inside = view.element.querySelector('[role=status]')
  await act(async () => {
    close(world.modal, { force: true })
    showToast(world.modal, { variant: 'success', message: { text: 'Done' } })
  })
  expect([said.textContent, inside?.textContent]).toEqual(['Done', ''])
  await act(async () => open(world.modal))
  expect([said.textContent, inside?.textContent]).toEqual(['', 'Done'])
  // what is seen is not said a third time
  expect(host.querySelector(':not([aria-hidden=true])')?.textContent ?? '').toBe('')
  expect(host.textContent).toBe('Done')
})
