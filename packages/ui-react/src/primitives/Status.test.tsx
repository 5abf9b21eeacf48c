// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFakeWorld, type FakeWorld } from '../testing/createFakeWorld.js'
import { type RenderedView, renderView } from '../testing/renderView.js'
import { Status } from './Status.js'

let world: FakeWorld
let view: RenderedView

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  world = createFakeWorld()
})

afterEach(() => {
  view.unmount()
  world.modal.destroy()
})

const focused = () => document.activeElement?.textContent

describe('the focus', () => {
  it('moves to the title when the clicked button disappears', async () => {
    view = await renderView(world.modal, <button type="button">Send</button>)
    view.element.querySelector('button')?.focus()
    await view.render(<Status kind="waiting" title="Transaction sent" text="" />)
    expect(focused()).toBe('Transaction sent')
  })

  it('stays on its button while that exists, then moves to the title', async () => {
    const primary = { text: 'Done', onClick: () => {} }
    view = await renderView(world.modal, <Status kind="waiting" title="Confirming" text="" primary={primary} />)
    view.element.querySelector('button')?.focus()
    await view.render(<Status kind="done" title="Sent" text="" primary={primary} />)
    expect(focused()).toBe('Done')
    await view.render(<Status kind="failed" title="Failed" text="" />)
    expect(focused()).toBe('Failed')
  })

  it('stays on a busy button, which ignores clicks', async () => {
    const onClick = vi.fn()
    const primary = { text: 'Sign', onClick }
    view = await renderView(world.modal, <Status kind="ready" title="" text="" primary={primary} />)
    view.element.querySelector('button')?.focus()
    await view.render(<Status kind="waiting" title="" text="" primary={{ ...primary, isBusy: true }} />)
    expect(focused()).toBe('Sign')
    view.element.querySelector('button')?.click()
    expect(onClick).not.toHaveBeenCalled()
  })
})

it('is one live region for all states of a request, so that each change is announced', async () => {
  view = await renderView(world.modal, <Status kind="waiting" title="Confirming" text="" />)
  const region = view.element.querySelector('[role=status]')
  await view.render(<Status kind="partial" title="Partly done" text="" />)
  expect(view.element.querySelector('[role=status]')).toBe(region)
  expect(region?.textContent).toBe('Partly done')
})
