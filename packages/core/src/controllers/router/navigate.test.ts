import { array, assert, constantFrom, property } from 'fast-check'
import { expect, test } from 'vitest'
import type { Modal } from '../../modal/modal.js'
import { createTestModal } from '../../testing/createTestModal.js'
import { close, goBack, open, pop, push, replace, reset } from '../shell/router.js'
import type { Route } from '../shell/state.js'

const account: Route = { view: 'Account', params: undefined }
const networks: Route = { view: 'Networks', params: undefined }
const viewsOf = (modal: Modal): readonly string[] => modal.getState().router.stack.map(({ view }) => view)

test('push shows a view above the others, and ignores the one that is shown', () => {
  const { modal } = createTestModal()
  open(modal)
  push(modal, networks)
  const before = modal.getState()
  push(modal, networks)
  expect([viewsOf(modal), modal.getState() === before]).toEqual([['Connect', 'Networks'], true])
})

test('replace swaps the top, also where it is the only one', () => {
  const { modal } = createTestModal()
  open(modal)
  replace(modal, account)
  expect(viewsOf(modal)).toEqual(['Account'])
  push(modal, networks)
  replace(modal, { view: 'Connect', params: undefined })
  expect(viewsOf(modal)).toEqual(['Account', 'Connect'])
})

test('reset leaves one', () => {
  const { modal } = createTestModal()
  open(modal)
  push(modal, networks)
  reset(modal, account)
  expect(viewsOf(modal)).toEqual(['Account'])
})

test('pop says whether there was anything to take off', () => {
  const { modal } = createTestModal()
  open(modal)
  push(modal, networks)
  expect([pop(modal), pop(modal), viewsOf(modal)]).toEqual([true, false, ['Connect']])
})

test('whatever is done, there is a view to show', () => {
  type Step = (modal: Modal) => void
  const step = constantFrom<Step>(
    (modal) => push(modal, account),
    (modal) => push(modal, networks),
    (modal) => replace(modal, account),
    (modal) => reset(modal, networks),
    (modal) => open(modal),
    goBack,
    (modal) => close(modal),
  )
  assert(
    property(array(step), (steps) => {
      const { modal } = createTestModal()
      open(modal)
      for (const run of steps) run(modal)
      expect(viewsOf(modal).length).toBeGreaterThan(0)
    }),
  )
})
