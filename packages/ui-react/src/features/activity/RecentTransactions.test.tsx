// @vitest-environment happy-dom
import { addRecentTransaction } from '@latchkey/core/controllers/activity'
import { connect } from '@latchkey/core/controllers/connection'
import { updateFeatures } from '@latchkey/core/controllers/shell'
import { getRoute, open } from '@latchkey/core/internal'
import { act, type ReactElement } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFakeHistory, createFakeTransaction as tx } from '../../testing/createFakeHistory.js'
import { createFakeWorld, type FakeWorld, type FakeWorldOptions } from '../../testing/createFakeWorld.js'
import { type RenderedView, renderView } from '../../testing/renderView.js'
import { AccountView } from '../account/AccountView.js'
import { TransactionsView } from './TransactionsView.js'

const toHash = (index: number): string => `0x${index.toString(16).padStart(64, '0')}`

let world: FakeWorld
let view: RenderedView
/** Includes the transactions in a block. */
let include: () => void

beforeEach(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true))

afterEach(() => {
  view.unmount()
  world.modal.destroy()
  vi.unstubAllGlobals()
})

const render = async (shown: ReactElement, options?: FakeWorldOptions): Promise<void> => {
  world = createFakeWorld(options)
  world.families.eip155.included = new Promise<void>((resolve) => (include = resolve))
  await connect(world.modal, { connectorId: 'eip155.Firefly' })
  open(world.modal)
  view = await renderView(world.modal, shown)
}

const add = (index: number, description: string): void =>
  act(() => addRecentTransaction(world.modal, { hash: toHash(index), description }))

const settled = (check: () => void) =>
  vi.waitFor(async () => {
    await act(async () => {})
    check()
  }, 10_000)

const rows = (): readonly (string | undefined)[] =>
  [...view.element.querySelectorAll('.recent .row')].map((row) =>
    [row.querySelector('b'), row.querySelector('.tag')].map((part) => part?.textContent).join(': '),
  )

describe('the transactions that the app has registered', () => {
  it('are listed without any service, as pending until they are included in a block', async () => {
    await render(<TransactionsView />)
    expect(view.element.textContent).toContain('Transactions you send from this app appear here.')
    add(1, 'Mint a ticket')
    add(2, 'Sell it')
    expect(rows()).toEqual(['Sell it: Pending', 'Mint a ticket: Pending'])
    expect(view.element.textContent).not.toContain('appear here')
    expect(view.element.querySelector('h3')?.textContent).toBe('Recent transactions')
    include()
    await settled(() => expect(rows()).toEqual(['Sell it: Confirmed', 'Mint a ticket: Confirmed']))
    expect(view.element.querySelector('[role=status]')?.textContent).toBe('Sell it: Confirmed')
  })

  it('link to the explorer of their network', async () => {
    await render(<TransactionsView />)
    act(() => addRecentTransaction(world.modal, { hash: toHash(1), description: 'Mint', caipNetworkId: 'eip155:10' }))
    const link = view.element.querySelector<HTMLAnchorElement>('a.row')
    expect(link?.href).toBe(`https://scan.example/tx/${toHash(1)}`)
    expect(link?.textContent).toMatch(/^Mint.*Pending.*View on OP Mainnet explorer$/)
  })

  it('can be cleared', async () => {
    await render(<TransactionsView />)
    add(1, 'Mint')
    view.focus('Clear list')
    await view.press('Clear list')
    expect(rows()).toEqual([])
    // the focus stays where the list was
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Activity')
    expect(view.element.textContent).toContain('appear here')
  })

  it('are shown above the history, except for those that it lists too', async () => {
    const history = createFakeHistory([tx({ id: 'a', hash: toHash(1) })])
    await render(<TransactionsView />, {
      services: { blockchainApi: history.url },
      env: { storage: () => null, fetch: history.fetch },
    })
    add(1, 'Mint a ticket')
    add(2, 'Sell it')
    await settled(() => expect(view.element.querySelectorAll('.long-list .transaction')).toHaveLength(1))
    expect(rows()).toEqual(['Sell it: Pending'])
  })
})

describe('AccountView', () => {
  it('shows the newest registered transaction, and links to all of them', async () => {
    await render(<AccountView />)
    expect(view.names().join()).not.toContain('Recent transactions')
    add(1, 'Mint a ticket')
    add(2, 'Sell it')
    expect(view.names()).toContain('Recent transactions Sell it Pending')
    await view.press('Recent transactions')
    expect(getRoute(world.modal.getState()).view).toBe('Transactions')
  })

  it('shows no registered transactions if the app has turned activity off', async () => {
    await render(<AccountView />)
    add(1, 'Mint a ticket')
    await act(async () => updateFeatures(world.modal, { activity: false }))
    expect(view.names().join()).not.toContain('Recent transactions')
  })
})
