import { getConnectors } from '@latchkey/core'
import { connect } from '@latchkey/core/controllers'
import { expect, test, vi } from 'vitest'
import page from '../index.html?raw'
import { modal } from './modal.ts'
import { addTestWallet } from './testing/wallet.ts'

test('a wallet connects, and the page shows its address', { timeout: 60_000 }, async () => {
  // needs no network: only the balance comes from a node, and the page reports that it has none
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
  const { name, address } = addTestWallet(window)
  document.body.replaceChildren(...new DOMParser().parseFromString(page, 'text/html').body.children)
  await import('./main.ts')

  const wallet = await vi.waitUntil(() => getConnectors(modal.getState()).find((connector) => connector.name === name))
  await connect(modal, { connectorId: wallet.id })
  await vi.waitFor(() => expect(document.querySelector('output')?.textContent).toBe(address))
  await vi.waitFor(() => expect(document.body.textContent).toContain('Balance: not available'), 30_000)
})
