// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { createFakeWorld } from '../testing/createFakeWorld.js'
import { renderView } from '../testing/renderView.js'
import { CopyLink } from './CopyLink.js'

afterEach(() => vi.restoreAllMocks())

it('keeps the focus on its button where only the older clipboard API is allowed', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('', 'NotAllowedError'))
  const execCommand = vi.fn(() => true)
  Object.assign(document, { execCommand })
  const { modal } = createFakeWorld()
  const view = await renderView(modal, <CopyLink uri="wc:one@2" label="Connection link" />)
  const button = view.focus('Copy link')
  await view.press('Copy link')
  await vi.waitFor(() => expect(modal.getState().toast?.message).toEqual({ text: 'Link copied' }))
  expect(execCommand).toHaveBeenCalledWith('copy')
  expect([document.activeElement, view.element.querySelector('.by-hand')]).toEqual([button, null])
  view.unmount()
  modal.destroy()
})
