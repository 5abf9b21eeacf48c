// @vitest-environment happy-dom

import { connect, startConnect } from '@latchkey/core/controllers/connection'
import { open } from '@latchkey/core/internal'
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTranslate } from '../../i18n/translate.js'
import { showFailure } from '../../primitives/Toast.js'
import { createFakeWorld, type FakeWorld } from '../../testing/createFakeWorld.js'
import { type RenderedView, renderView } from '../../testing/renderView.js'
import { ConnectingExternalView } from './ConnectingExternalView.js'

const connectorId = 'eip155.Firefly'

/** Limit exceeded: a known code without a text of its own. */
const rareCode = -32_005

let world: FakeWorld

let view: RenderedView

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
})

afterEach(() => {
  view.unmount()
  world.modal.destroy()
})

async function fail(messages: Readonly<Record<string, string>> = {}, declines: number = rareCode): Promise<unknown> {
  world = createFakeWorld({ messages })
  world.wallets.eip155.declines = declines
  open(world.modal, { view: 'ConnectingExternal', arguments: { connectorId } })
  view = await renderView(world.modal, <ConnectingExternalView params={{ connectorId }} />)
  await act(async () => void (await startConnect(world.modal, { connectorId })))
  // the error that an app gets for the same request
  return connect(world.modal, { connectorId }).catch((cause: unknown) => cause)
}

const title = (): string | null | undefined => view.element.querySelector('h3')?.textContent

it.each([
  ['S8.4', 'declines', 4001, 'Connection rejected', 'You declined the request in your wallet.'],
  ['S8.5', 'fails with an unknown code', 42, 'Failed to connect', 'You can try again.'],
] as const)('[%s] shows the error if the wallet %s', async (_, __, code, words, help) => {
  await fail({}, code)
  expect([title(), view.element.querySelector('p')?.textContent]).toEqual([words, help])
})

describe('an error without a text of its own', () => {
  it('shows the generic text and what to do; the app receives the error with its cause', async () => {
    const thrown = await fail()
    expect([title(), view.element.querySelector('p')?.textContent]).toEqual([
      'Something went wrong',
      'You can try again.',
    ])
    expect(thrown).toMatchObject({
      kind: 'LatchkeyError',
      code: 'LIMIT_EXCEEDED',
      cause: { code: rareCode, message: 'Declined.' },
    })
    // the wallet's own message is for developers only
    expect(view.element.textContent).not.toContain('Declined.')
  })

  it('is translated like any other text', async () => {
    await fail({ unknownError: 'Etwas ging schief', retryHelp: 'Nichts ist verändert.' })
    expect(title()).toBe('Etwas ging schief')
    expect(view.element.textContent).toContain('Nichts ist verändert.')
    showFailure(world.modal, createTranslate(world.modal.ui.messages), new TypeError('x is undefined'))
    expect(world.modal.getState().toast).toMatchObject({ variant: 'error', message: { text: 'Etwas ging schief' } })
  })
})
