// @vitest-environment happy-dom
import type { ModalState } from '@latchkey/core'
import type { ReactElement } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import type { ViewProps } from '../../defineView.js'
import { useModalState } from '../../hooks/useModalState.js'
import { useShell } from '../../hooks/useShell.js'
import { createTranslate } from '../../i18n/translate.js'
import type { UiModal } from '../../uiModal.js'
import { ConnectView } from '../connect/ConnectView.js'
import { loadConnecting } from '../connect/useConnectFlow.js'
import { warmUpConnecting } from './warmUpConnecting.js'

afterEach(() => {
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

const selectStatus = ({ namespaces }: ModalState): string | undefined => namespaces['warmup']?.connection.status

const connected = new Set<UiModal>()

function View(props: ViewProps<'Connect'>): ReactElement {
  const { modal } = useShell()
  if (useModalState(selectStatus) === 'connected') connected.add(modal)
  return <ConnectView {...props} />
}

test('clicks and connects a fake wallet five times in total, and leaves nothing in the page or storage', async () => {
  await loadConnecting()
  const fetch = vi.fn()
  vi.stubGlobal('fetch', fetch)
  const warn = vi.spyOn(console, 'warn')
  const options = { View, Button: undefined, t: createTranslate(undefined, {}) }
  await Promise.all([warmUpConnecting(options), warmUpConnecting(options)])
  expect(connected.size).toBe(5)
  expect([...connected].map((modal) => modal.getState().status)).toEqual(Array(5).fill('destroyed'))
  expect([document.body.innerHTML, localStorage.length, sessionStorage.length]).toEqual(['', 0, 0])
  expect(fetch).not.toHaveBeenCalled()
  expect(warn).not.toHaveBeenCalled()
})

test.each([
  ['ConnectButton', 5],
  ['ConnectButton.Custom', 5],
  ['a button of its own', 0],
])('after the list is shown, a page with %s renders %d warm-up buttons outside the document', async (kind, buttons) => {
  // as after a reload: nothing is warmed up yet
  vi.resetModules()
  const [{ createFakeWorld }, { renderView }, { ConnectView: List }, { ConnectButton }, { open }] = await Promise.all([
    import('../../testing/createFakeWorld.js'),
    import('../../testing/renderView.js'),
    import('../connect/ConnectView.js'),
    import('../../buttons/ConnectButton.js'),
    import('@latchkey/core/internal'),
  ])
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('requestIdleCallback', (run: () => void) => setTimeout(run))
  const { modal } = createFakeWorld()
  const created = vi.spyOn(document, 'createElement')
  const count = (selector: string, text: string): number =>
    created.mock.results.filter(
      ({ value }) =>
        value instanceof Element && value.matches(selector) && !value.isConnected && value.textContent.includes(text),
    ).length
  open(modal)
  const view = await renderView(
    modal,
    <>
      {kind === 'ConnectButton' && <ConnectButton />}
      {kind === 'ConnectButton.Custom' && (
        <ConnectButton.Custom>
          {({ getButtonProps }) => <button {...getButtonProps()}>Log in</button>}
        </ConnectButton.Custom>
      )}
      {kind === 'a button of its own' && (
        <button type="button" onClick={() => void modal.open()}>
          Log in
        </button>
      )}
      <List params={undefined} />
    </>,
  )
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  await vi.waitFor(() => expect(count('.row', 'Warm-up')).toBe(5), 10_000)
  expect(count('.lk-button', '')).toBe(buttons)
  view.unmount()
  modal.destroy()
})
