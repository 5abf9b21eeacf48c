// @vitest-environment happy-dom
import { hideToast, showToast } from '@latchkey/core/controllers/shell'
import { close, open } from '@latchkey/core/internal'
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ViewLoader } from '../router/createViewLoader.js'
import { Shell } from '../router/Shell.js'
import { createFakeWorld, type FakeWorld } from '../testing/createFakeWorld.js'
import { type RenderedView, renderView } from '../testing/renderView.js'

let world: FakeWorld
let view: RenderedView
let host: HTMLElement
let said: HTMLElement

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  world = createFakeWorld()
  host = document.createElement('div')
  said = document.createElement('span')
  const loader: ViewLoader = {
    has: () => true,
    get: () => undefined,
    describe: (name) => ({ name }),
    load: () => new Promise(() => {}),
  }
  view = await renderView(world.modal, <Shell modal={world.modal} loader={loader} toast={host} said={said} />)
})

afterEach(() => {
  view.unmount()
  world.modal.destroy()
})

it('announces a toast in one place: outside the dialog while it is closed, inside while it is open', async () => {
  const inside = view.element.querySelector('[role=status]')
  await act(async () => {
    close(world.modal, { force: true })
    showToast(world.modal, { variant: 'success', message: { text: 'Done' } })
  })
  // the chunk that shows toasts loads with the first one
  await vi.waitFor(async () => {
    await act(async () => {})
    expect([said.textContent, inside?.textContent]).toEqual(['Done', ''])
  })
  await act(async () => open(world.modal))
  // after the first frame
  await vi.waitFor(async () => {
    await act(async () => {})
    expect([said.textContent, inside?.textContent]).toEqual(['', 'Done'])
  })
  // the visible toast is hidden from screen readers
  expect(host.querySelector(':not([aria-hidden=true])')?.textContent ?? '').toBe('')
  expect(host.textContent).toBe('Done')
})

it.each([
  ['S8.1', 'BALANCE_UNAVAILABLE', 'Token Balance Unavailable'],
  ['S8.13', 'DISCONNECT_FAILED', 'Failed to disconnect'],
  ['S8.14', 'SIGN_IN_CHECK_FAILED', 'A problem occurred while trying initialize authentication'],
  ['S8.17', 'ACTION_NOT_ALLOWED', 'Action not allowed'],
] as const)('[%s] announces and shows the text of %s', async (_, code, words) => {
  await act(async () => {
    close(world.modal, { force: true })
    showToast(world.modal, { variant: 'error', message: { code } })
  })
  await vi.waitFor(async () => {
    await act(async () => {})
    expect([said.textContent, host.textContent]).toEqual([words, words])
  })
})

it('[S4.9] has different icons for success, loading and error, of which only that of loading spins', async () => {
  const marks = new Map<string | null | undefined, string>()
  for (const variant of ['success', 'loading', 'error'] as const) {
    await act(async () => {
      hideToast(world.modal)
      showToast(world.modal, { variant, message: { text: variant } })
    })
    await vi.waitFor(async () => {
      await act(async () => {})
      expect(host.textContent).toBe(variant)
    })
    marks.set(host.querySelector('path')?.getAttribute('d'), variant)
    expect(host.querySelector('[data-spin]') !== null).toBe(variant === 'loading')
  }
  expect([...marks.values()]).toEqual(['success', 'loading', 'error'])
})
