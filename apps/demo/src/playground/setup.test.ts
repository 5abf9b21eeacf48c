import { expect, test } from 'vitest'
import { parsePage, toSearch } from './page.js'
import { chooseTheme, defaultSetup, parseSetup, type Setup, toQuery, toSharedOptions } from './setup.js'

/** A setup in which nothing is as by default. */
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

test('the default needs no query', () => {
  expect(toQuery(defaultSetup)).toBe('')
  expect(parseSetup('')).toEqual(defaultSetup)
})

test('every choice survives the URL, alone and with all others', () => {
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

test('a theme brings its color scheme, and ends the changes to the theme before', () => {
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
])('an invalid value is as by default: %s', (query) => {
  expect(parseSetup(`?${query}`)).toEqual(defaultSetup)
})

test('of a list, what is known counts', () => {
  expect(parseSetup('?socials=github,myspace,google').socials).toEqual(['google', 'github'])
})

test('the URL has how the page shows the setup, too', () => {
  expect(toSearch(parsePage(''))).toBe('')
  const search = '?theme=paper&chains=evm&show=dialog&code=svelte&with=pnpm'
  expect(toSearch(parsePage(search))).toBe(search)
  expect(parsePage('?code=angular&with=pip&show=nowhere')).toEqual(parsePage(''))
})

test('the options have what differs from the defaults', () => {
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

test('without the embedded wallet, or with pay, logins are no option', () => {
  const changed: Setup = { ...defaultSetup, email: false, socials: [] }
  expect(toSharedOptions({ ...changed, embedded: false }).features).toBeUndefined()
  expect(toSharedOptions({ ...changed, pay: true }).features).toEqual({ pay: true })
})
