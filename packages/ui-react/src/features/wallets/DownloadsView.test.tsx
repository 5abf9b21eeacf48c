// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createFakeWalletList, type FakeWalletList } from '../../testing/createFakeWalletList.js'
import { createFakeWorld, type FakeWorld } from '../../testing/createFakeWorld.js'
import { type RenderedView, renderView } from '../../testing/renderView.js'
import { DownloadsView } from './DownloadsView.js'

const ash = { id: 'ash', name: 'Ash', homepage: 'https://ash.example' }

let list: FakeWalletList
let world: FakeWorld
let view: RenderedView

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  list = createFakeWalletList([ash])
  world = createFakeWorld({ env: { storage: () => null, fetch: list.fetch }, services: { wallets: list.url } })
  world.modal.start()
})

afterEach(() => {
  view.unmount()
  world.modal.destroy()
})

const settled = (check: () => void) =>
  vi.waitFor(async () => {
    await act(async () => {})
    check()
  }, 10_000)

const text = (): string => view.element.textContent ?? ''

it('shows a loading error instead of a missing link if the wallet list fails, and retries', async () => {
  list.fail(500)
  view = await renderView(world.modal, <DownloadsView params={{ walletId: 'ash' }} />)
  await settled(() =>
    expect(view.element.querySelector('[role=alert]')?.textContent).toContain("Couldn't load the wallet list"),
  )
  expect(text()).not.toContain('download link')
  expect(view.element.querySelector('[aria-busy=true]')).toBeNull()

  list.fail(undefined)
  await view.press('Try again')
  await settled(() => expect(view.element.querySelector('a')?.getAttribute('href')).toBe('https://ash.example/'))
  expect(view.element.querySelector('[role=alert]')).toBeNull()
})

it('shows that there is no download link for an unknown wallet', async () => {
  view = await renderView(world.modal, <DownloadsView params={{ walletId: 'gone' }} />)
  await settled(() => expect(text()).toContain('download link'))
  expect(view.names()).toEqual([])
})
