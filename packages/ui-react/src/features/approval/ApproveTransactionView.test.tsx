// @vitest-environment happy-dom
import { connect } from '@latchkey/core/controllers/connection'
import { push } from '@latchkey/core/controllers/shell'
import { close, getRoute, open } from '@latchkey/core/internal'
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFakeSiwx } from '../../testing/createFakeSiwx.js'
import { createFakeWorld, type FakeWorld, type FakeWorldOptions } from '../../testing/createFakeWorld.js'
import { type RenderedView, renderView } from '../../testing/renderView.js'
import { ApproveTransactionView } from './ApproveTransactionView.js'

let world: FakeWorld
let view: RenderedView | undefined

beforeEach(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true))

afterEach(() => {
  view?.unmount()
  view = undefined
  world.modal.destroy()
})

const settled = (check: () => void) => vi.waitFor(() => act(async () => check()))

const slot = new DOMRect(8, 60, 360, 600)

const place = { x: 8, y: 60, width: 360, height: 600 }

const shown = (): string | undefined =>
  world.modal.getState().modal.open ? getRoute(world.modal.getState()).view : undefined

/** Sends a request of the app to the wallet. */
const ask = async (options: FakeWorldOptions = {}, before: () => unknown = () => undefined): Promise<RenderedView> => {
  world = createFakeWorld({ isEmbedded: true, ...options })
  await connect(world.modal, { connectorId: 'embeddedWallet', namespace: 'eip155' })
  await before()
  await vi.waitFor(() => {
    world.login.approval('1', 'asked')
    expect(shown()).toBe('ApproveTransaction')
  })
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    if (this.className === 'slot') return slot
    return this.tagName === 'BUTTON' ? new DOMRect(8, 668, 360, 52) : new DOMRect()
  })
  view = await renderView(world.modal, <ApproveTransactionView />)
  return view
}

describe('the slot for the wallet’s own screen', () => {
  it('is reported once it stops moving, and cleared when the view unmounts', async () => {
    const { unmount } = await ask()
    await settled(() => expect(world.login.places.at(-1)).toEqual(place))
    unmount()
    view = undefined
    expect(world.login.places.at(-1)).toBeNull()
  })

  it('is cleared as soon as the modal closes, even while the view fades out, and the request is rejected', async () => {
    await ask()
    await settled(() => expect(world.login.places.at(-1)).toEqual(place))
    await act(async () => void close(world.modal))
    expect(world.login.places.at(-1)).toBeNull()
    expect(world.login.rejections()).toBe(1)
  })

  it('is cleared when the request is done', async () => {
    const { element } = await ask()
    await settled(() => expect(world.login.places.at(-1)).toEqual(place))
    await act(async () => world.login.approval('1', 'done'))
    expect([shown(), world.login.places.at(-1), world.login.rejections()]).toEqual([undefined, null, 0])
    expect(element.textContent).toContain('No pending requests')
  })

  it('has a live region that announces that the wallet is opening', async () => {
    const { element } = await ask()
    expect(element.querySelector('[role=status]')?.textContent).toBe(
      'Opening your wallet…The request appears here. Nothing is signed until you approve it.',
    )
  })
})

describe('the wallet’s own screen, once it is shown', () => {
  it('gets the height it needs, and replaces the Cancel button', async () => {
    const { element } = await ask()
    const slotStyle = () => element.querySelector<HTMLElement>('.slot')?.style.getPropertyValue('--screen-height')
    expect([slotStyle(), element.querySelector('button')?.textContent]).toEqual(['', 'Cancel'])
    await act(async () => world.login.shown('1', 512))
    expect([slotStyle(), element.querySelector('button'), element.textContent]).toEqual(['512px', null, ''])
    await act(async () => world.login.shown('1', 430))
    expect(slotStyle()).toBe('430px')
    // a click where the button was belongs to the wallet's screen
    const click = new MouseEvent('click', { clientX: 20, clientY: 700, bubbles: true })
    await act(async () => void document.body.dispatchEvent(click))
    expect([shown(), world.login.rejections()]).toEqual(['ApproveTransaction', 0])
  })

  it('keeps its height for the next request, until none is pending', async () => {
    const { element } = await ask()
    await act(async () => world.login.shown('1', 512))
    await act(async () => world.login.approval('2', 'asked'))
    await act(async () => world.login.approval('1', 'done'))
    expect(world.modal.getState().approval).toMatchObject({ id: '2', height: 512 })
    await act(async () => world.login.approval('2', 'failed'))
    expect(world.modal.getState().approval).toBeUndefined()
    expect(element.querySelector<HTMLElement>('.slot')?.style.getPropertyValue('--screen-height')).toBe('')
  })

  it('is ignored for a request that is not pending', async () => {
    await ask()
    await act(async () => world.login.shown('7', 512))
    expect(world.modal.getState().approval).toEqual({ connectorId: 'embeddedWallet', id: '1' })
  })
})

describe('cancelling', () => {
  it('rejects the pending request, and closes', async () => {
    const { press } = await ask()
    await press('Cancel')
    expect([shown(), world.login.rejections()]).toEqual([undefined, 1])
  })

  it('returns to the previous view', async () => {
    const { press } = await ask({}, () => {
      open(world.modal)
      push(world.modal, { view: 'Networks', params: undefined })
    })
    await press('Cancel')
    expect([shown(), world.login.rejections()]).toEqual(['Networks', 1])
  })

  it('works while a required sign-in keeps the modal open', async () => {
    const fake = createFakeSiwx()
    fake.isRequired = true
    const { press } = await ask({ siwx: fake.siwx }, () => vi.waitFor(() => expect(shown()).toBe('SIWXSignMessage')))
    expect([close(world.modal), shown()]).toEqual([false, 'ApproveTransaction'])
    await press('Cancel')
    expect([shown() === 'ApproveTransaction', world.login.rejections()]).toEqual([false, 1])
  })

  it('works by click position, because the dialog of the wallet’s screen receives every click', async () => {
    await ask()
    const click = (clientX: number, clientY: number) =>
      act(async () => void document.body.dispatchEvent(new MouseEvent('click', { clientX, clientY, bubbles: true })))
    await click(20, 100)
    expect(shown()).toBe('ApproveTransaction')
    await click(20, 700)
    expect([shown(), world.login.rejections()]).toEqual([undefined, 1])
  })
})

it('shows that no request is pending if the view is opened on its own', async () => {
  world = createFakeWorld({ isEmbedded: true })
  open(world.modal, { view: 'ApproveTransaction' })
  view = await renderView(world.modal, <ApproveTransactionView />)
  expect([view.element.textContent, world.login.places]).toEqual([expect.stringContaining('No pending requests'), []])
  await view.press('Close')
  expect(shown()).toBeUndefined()
})
