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

test('clicks on a made-up wallet, which connects, five times in all, and leaves nothing in the page', async () => {
  await loadConnecting()
  const fetch = vi.fn()
  vi.stubGlobal('fetch', fetch)
  const warn = vi.spyOn(console, 'warn')
  const options = { View, t: createTranslate(undefined, {}) }
  await Promise.all([warmUpConnecting(options), warmUpConnecting(options)])
  expect(connected.size).toBe(5)
  expect([...connected].map((modal) => modal.getState().status)).toEqual(Array(5).fill('destroyed'))
  expect([document.body.innerHTML, localStorage.length, sessionStorage.length]).toEqual(['', 0, 0])
  expect(fetch).not.toHaveBeenCalled()
  expect(warn).not.toHaveBeenCalled()
})
