// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createFakeWorld, type FakeWorld } from '../testing/createFakeWorld.js'
import { type RenderedView, renderView } from '../testing/renderView.js'
import { Outcome } from './Outcome.js'

let world: FakeWorld
let view: RenderedView

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  world = createFakeWorld()
})

afterEach(() => {
  view.unmount()
  world.modal.destroy()
})

it('takes the focus of the button that it stands in for, and once only', async () => {
  view = await renderView(world.modal, <button type="button">Send</button>)
  view.element.querySelector('button')?.focus()
  await view.render(<Outcome kind="busy" title="On its way" text="" />)
  expect(document.activeElement?.textContent).toBe('On its way')
  await view.render(
    <Outcome kind="good" title="Sent" text="">
      <button type="button">Done</button>
    </Outcome>,
  )
  view.element.querySelector('button')?.focus()
  await view.render(
    <Outcome kind="good" title="Sent again" text="">
      <button type="button">Done</button>
    </Outcome>,
  )
  expect(document.activeElement?.textContent).toBe('Done')
})
