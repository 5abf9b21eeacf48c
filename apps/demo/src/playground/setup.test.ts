import { expect, test } from 'vitest'
import { parsePage, toSearch } from './page.js'
import { chooseTheme, defaultSetup, parseSetup, type Setup, toQuery, toSharedOptions } from './setup.js'

/** A setup in which every choice differs from the default. */
const other: Setup = {
  theme: 'candy',
  mode: 'dark',
  accent: '#0f766e',
  radius: 7,
  font: 'mono',
  layout: 'compact',
  chains: ['bitcoin'],
  pairing: false,
  embedded: false,
  passkey: true,
  email: false,
  phone: true,
  socials: [],
  signIn: 'required',
  order: ['wallet', 'email', 'social'],
  locale: 'pt-BR',
  gateway: false,
  send: false,
  receive: false,
  swaps: false,
  onramp: false,
  activity: false,
  pay: true,
  multiWallet: true,
  branding: false,
  groups: true,
  terms: true,
}

test('the default setup has an empty query', () => {
  expect(toQuery(defaultSetup)).toBe('')
  expect(parseSetup('')).toEqual(defaultSetup)
})

test('every choice survives a round trip through the URL, alone and together with all others', () => {
  expect(Object.keys(other).filter((name) => name in defaultSetup)).toEqual(Object.keys(defaultSetup))
  expect(parseSetup(`?${toQuery(other)}`)).toEqual(other)
  for (const name of Object.keys(other) as (keyof Setup)[]) {
    const setup: Setup =
      name === 'theme' ? chooseTheme(defaultSetup, other.theme) : { ...defaultSetup, [name]: other[name] }
    const query = toQuery(setup)
    expect(query).toMatch(new RegExp(`^${name}=[\\w,.-]+$`))
    expect(parseSetup(`?${query}`)).toEqual(setup)
  }
})

test('choosing a theme sets its color scheme, and discards changes to the previous theme', () => {
  const setup = chooseTheme({ ...defaultSetup, accent: '#0f766e', radius: 3, font: 'mono' }, 'terminal')
  expect(setup).toMatchObject({ mode: 'dark', accent: undefined, radius: undefined, font: undefined })
  expect(toQuery(setup)).toBe('theme=terminal')
  expect(toQuery({ ...setup, mode: 'light' })).toBe('theme=terminal&mode=light')
  expect(parseSetup('?theme=terminal').mode).toBe('dark')
})

test.each([
  'theme=constructor',
  'mode=',
  'accent=red',
  'accent=%23fff;',
  'radius=-1',
  'radius=41',
  'radius=1e1',
  'font=Comic',
  'layout=three',
  'chains=none',
  'chains=,',
  'pairing=yes',
  'socials=myspace',
  'signIn=always',
  'order=email,email,wallet',
  'order=wallet',
  'locale=it',
  'pay=%',
])('an invalid value falls back to the default: %s', (query) => {
  expect(parseSetup(`?${query}`)).toEqual(defaultSetup)
})

test('unknown values in a list are ignored', () => {
  expect(parseSetup('?socials=github,myspace,google').socials).toEqual(['google', 'github'])
})

test('the URL also stores how the page shows the setup', () => {
  expect(toSearch(parsePage(''))).toBe('')
  const search = '?theme=paper&chains=evm&show=dialog&code=svelte&with=pnpm'
  expect(toSearch(parsePage(search))).toBe(search)
  expect(parsePage('?code=angular&with=pip&show=nowhere')).toEqual(parsePage(''))
})

test('the generated options contain only what differs from the defaults', () => {
  expect(toSharedOptions(defaultSetup)).toEqual({})
  expect(toSharedOptions({ ...defaultSetup, accent: '#0f766e', radius: 14, font: 'serif', swaps: false })).toEqual({
    themeVariables: {
      '--lk-accent': '#0f766e',
      '--lk-radius-card': '14px',
      '--lk-radius-row': '8px',
      '--lk-radius-icon': '6px',
      '--lk-font': "Georgia, 'Times New Roman', serif",
    },
    features: { swaps: false },
  })
  expect(toSharedOptions({ ...defaultSetup, email: false, socials: ['github'] }).features).toEqual({
    email: false,
    socials: ['github'],
  })
})

test('the generated options omit login features without the embedded wallet, or with pay', () => {
  const changed: Setup = { ...defaultSetup, email: false, socials: [] }
  expect(toSharedOptions({ ...changed, embedded: false }).features).toBeUndefined()
  expect(toSharedOptions({ ...changed, pay: true }).features).toEqual({ pay: true })
})
