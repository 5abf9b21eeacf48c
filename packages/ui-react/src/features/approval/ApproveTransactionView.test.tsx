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

/** The app asks the wallet for something. */
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

describe('the room for the wallet’s own screen', () => {
  it('is told once it stands still, and taken away with the view', async () => {
    const { unmount } = await ask()
    await settled(() => expect(world.login.places.at(-1)).toEqual(place))
    unmount()
    view = undefined
    expect(world.login.places.at(-1)).toBeNull()
  })

  it('is taken away as soon as the modal closes, though the view stays while it fades', async () => {
    await ask()
    await settled(() => expect(world.login.places.at(-1)).toEqual(place))
    await act(async () => void close(world.modal))
    expect(world.login.places.at(-1)).toBeNull()
    expect(world.login.rejections()).toBe(1)
  })

  it('is taken away when the request has come to its end', async () => {
    const { element } = await ask()
    await settled(() => expect(world.login.places.at(-1)).toEqual(place))
    await act(async () => world.login.approval('1', 'done'))
    expect([shown(), world.login.places.at(-1), world.login.rejections()]).toEqual([undefined, null, 0])
    expect(element.textContent).toContain('Nothing waits for you')
  })

  it('says meanwhile that the wallet is on its way, for screen readers too', async () => {
    const { element } = await ask()
    expect(element.querySelector('[role=status]')?.textContent).toBe(
      'Opening your wallet…What this app asks for shows here. Nothing is signed before you approve it.',
    )
  })
})

describe('cancelling', () => {
  it('rejects what waits, and closes', async () => {
    const { press } = await ask()
    await press('Cancel')
    expect([shown(), world.login.rejections()]).toEqual([undefined, 1])
  })

  it('goes back to where the visitor was', async () => {
    const { press } = await ask({}, () => {
      open(world.modal)
      push(world.modal, { view: 'Networks', params: undefined })
    })
    await press('Cancel')
    expect([shown(), world.login.rejections()]).toEqual(['Networks', 1])
  })

  it('works where a required sign-in keeps the modal open', async () => {
    const fake = createFakeSiwx()
    fake.isRequired = true
    const { press } = await ask({ siwx: fake.siwx }, () => vi.waitFor(() => expect(shown()).toBe('SIWXSignMessage')))
    expect([close(world.modal), shown()]).toEqual([false, 'ApproveTransaction'])
    await press('Cancel')
    expect([shown() === 'ApproveTransaction', world.login.rejections()]).toEqual([false, 1])
  })

  it('works through the dialog that the wallet’s screen lies in, which takes every press', async () => {
    await ask()
    const click = (clientX: number, clientY: number) =>
      act(async () => void document.body.dispatchEvent(new MouseEvent('click', { clientX, clientY, bubbles: true })))
    await click(20, 100)
    expect(shown()).toBe('ApproveTransaction')
    await click(20, 700)
    expect([shown(), world.login.rejections()]).toEqual([undefined, 1])
  })
})

it('says that nothing waits where it is opened by itself', async () => {
  world = createFakeWorld({ isEmbedded: true })
  open(world.modal, { view: 'ApproveTransaction' })
  view = await renderView(world.modal, <ApproveTransactionView />)
  expect([view.element.textContent, world.login.places]).toEqual([expect.stringContaining('Nothing waits for you'), []])
  await view.press('Close')
  expect(shown()).toBeUndefined()
})
