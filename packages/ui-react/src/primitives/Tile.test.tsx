// @vitest-environment happy-dom
import type { WalletListing } from '@latchkey/core'
import { act, type ReactElement } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createModal } from '../createModal.js'
import { LatchkeyProvider } from '../hooks/LatchkeyProvider.js'
import { useWalletImage } from '../hooks/useImage.js'
import { fakeChain } from '../testing/fakeChain.js'
import type { UiModal } from '../uiModal.js'

let modal: UiModal
let root: Root
let element: HTMLElement

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  modal = createModal({ adapters: [fakeChain()], disableAppend: true, env: { storage: () => null } })
  modal.start()
  element = document.createElement('div')
  root = createRoot(element)
})

afterEach(() => {
  act(() => root.unmount())
  modal.destroy()
})

function Image({ wallet }: { readonly wallet: WalletListing | undefined }): ReactElement {
  return <p>{useWalletImage(wallet).src ?? 'none'}</p>
}

/** Renders synchronously; loaded images follow later. */
const show = (wallet: WalletListing | undefined): void =>
  act(() =>
    root.render(
      <LatchkeyProvider modal={modal}>
        <Image wallet={wallet} />
      </LatchkeyProvider>,
    ),
  )

const shown = (): string => element.textContent

it('returns the icon as a data URL once it is loaded, and never that of the previous wallet', async () => {
  show({ id: 'io.metamask', name: 'MetaMask', image_id: 'io.metamask' })
  expect(shown()).toBe('none')
  await vi.waitFor(async () => {
    await act(async () => undefined)
    expect(shown()).toMatch(/^data:image\/svg\+xml;base64,PHN2/)
  })
  show({ id: 'org.unknown', name: 'Unknown', image_id: 'org.unknown' })
  expect(shown()).toBe('none')
})

it('returns the image URL of the app immediately', () => {
  show({ id: 'mine', name: 'Mine', image_url: 'https://app.example/mine.png' })
  expect(shown()).toBe('https://app.example/mine.png')
  show(undefined)
  expect(shown()).toBe('none')
})
