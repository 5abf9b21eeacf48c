// @vitest-environment happy-dom
import { open } from '@latchkey/core/internal'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createModal } from '../../createModal.js'
import { createFakeWorld, type FakeWorld } from '../../testing/createFakeWorld.js'
import { type RenderedView, renderView } from '../../testing/renderView.js'
import { ConnectView } from './ConnectView.js'

let world: FakeWorld
let view: RenderedView

beforeEach(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true))

afterEach(() => {
  view.unmount()
  world.modal.destroy()
})

const termsConditionsUrl = 'https://shop.example/terms'

const privacyPolicyUrl = 'https://shop.example/privacy'

const terms = ['terms', termsConditionsUrl]

const privacy = ['privacy policy', privacyPolicyUrl]

test.each([
  [{}, []],
  [{ termsConditionsUrl }, [terms]],
  [{ privacyPolicyUrl }, [privacy]],
  [{ termsConditionsUrl, privacyPolicyUrl }, [terms, privacy]],
] as const)(
  '[S3.20] termsConditionsUrl, privacyPolicyUrl: shows the links of %j below the connection methods',
  async (options, links) => {
    world = createFakeWorld(options)
    open(world.modal)
    view = await renderView(world.modal, <ConnectView params={undefined} />)
    const shown = [...view.element.querySelectorAll<HTMLAnchorElement>('.foot a[target=_blank][rel~=noopener]')]
    expect(shown.map(({ textContent, href }) => [textContent, href])).toEqual(links)
  },
)

test.each(['termsConditionsUrl', 'privacyPolicyUrl'])(
  '[S3.20] %s: rejects values that are not http or https URLs',
  async (name) => {
    world = createFakeWorld()
    view = await renderView(world.modal, <ConnectView params={undefined} />)
    for (const url of ['javascript:alert(1)', 'data:text/html,x', '/terms', 7])
      expect(() => createModal({ adapters: [], [name]: url })).toThrow(`${name} must be an http or https URL`)
  },
)

test('shows the app’s disclaimer with its links, and as text, never as markup', async () => {
  const href = 'https://shop.example/rules'
  world = createFakeWorld({
    termsConditionsUrl,
    disclaimer: [{ text: 'Not for <b>minors</b>. Read the ' }, { text: 'rules', href }, { text: '.' }],
  })
  open(world.modal)
  view = await renderView(world.modal, <ConnectView params={undefined} />)
  const feet = [...view.element.querySelectorAll('.foot')].map(({ textContent }) => textContent)
  expect(feet.slice(0, 2)).toEqual(['Not for <b>minors</b>. Read the rules.', 'By connecting, you agree to the terms.'])
  const link = view.element.querySelector<HTMLAnchorElement>(`.foot a[href="${href}"]`)
  expect([link?.textContent, link?.target, link?.rel]).toEqual(['rules', '_blank', 'noopener noreferrer'])
})

test('accepts a string as disclaimer', async () => {
  world = createFakeWorld({ disclaimer: 'No investment advice.' })
  view = await renderView(world.modal, <ConnectView params={undefined} />)
  expect(view.element.querySelector('.foot')?.textContent).toBe('No investment advice.')
})
