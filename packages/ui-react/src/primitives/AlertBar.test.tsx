// @vitest-environment happy-dom
import { internals } from '@latchkey/core'
import { showAlert } from '@latchkey/core/controllers/shell'
import { RpcUrlMissingError } from '@latchkey/core/plugin'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createFakeWorld } from '../testing/createFakeWorld.js'
import { renderView } from '../testing/renderView.js'
import { AlertBar } from './AlertBar.js'

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

it('[S9.12] copies the alert, the user agent and the log of the modal', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const { modal } = createFakeWorld({ debug: true })
  modal[internals].warn(new Error('a node is slow'))
  showAlert(modal, new RpcUrlMissingError({ caipNetworkId: 'eip155:10' }))
  const { alert } = modal.getState()
  if (!alert) throw new Error('No alert is shown.')
  const view = await renderView(modal, <AlertBar alert={alert} />)
  await view.press('Copy diagnostics')
  const copied = writeText.mock.calls[0]?.[0] ?? ''
  expect(copied.split('\n')[0]).toBe(`RPC_URL_MISSING: ${alert.title} ${alert.text}`)
  expect(copied).toContain(navigator.userAgent)
  expect(copied).toMatch(/Error: a node is slow$/)
  expect(modal.getState().toast?.message).toEqual({ code: 'DIAGNOSTICS_COPIED' })
  view.unmount()
  modal.destroy()
})
