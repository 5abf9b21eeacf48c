import { type ConnectMethod, defaultFeatures, type Features, type ThemeMode, type ThemeVariables } from '@latchkey/core'
import type { CreateModalOptions, LocaleChoice } from '@latchkey/ui-react'

export type ThemeName = 'default' | 'midnight' | 'paper' | 'terminal' | 'candy'
export type FontName = 'system' | 'rounded' | 'serif' | 'mono'
export type Chain = 'evm' | 'solana' | 'bitcoin'

/** The user's choices in the playground. `undefined`: the theme's value. */
export type Setup = {
  readonly theme: ThemeName
  readonly mode: 'system' | ThemeMode
  /** `#rrggbb`. */
  readonly accent: string | undefined
  /** Of the card, in px. */
  readonly radius: number | undefined
  readonly font: FontName | undefined
  readonly layout: 'auto' | 'compact'
  /** In the order of the page; at least one. */
  readonly chains: readonly Chain[]
  readonly pairing: boolean
  readonly embedded: boolean
  readonly passkey: boolean
  readonly email: boolean
  readonly phone: boolean
  readonly socials: readonly (keyof typeof socials)[]
  readonly signIn: 'off' | 'optional' | 'required'
  readonly order: readonly ConnectMethod[]
  readonly locale: LocaleChoice
  /** The service behind prices, swaps, purchases and history. */
  readonly gateway: boolean
  readonly send: boolean
  readonly receive: boolean
  readonly swaps: boolean
  readonly onramp: boolean
  readonly activity: boolean
  readonly pay: boolean
  readonly multiWallet: boolean
  readonly branding: boolean
  readonly groups: boolean
  readonly terms: boolean
}

type Theme = {
  readonly label: string
  /** The color scheme that comes with it. */
  readonly mode: Setup['mode']
  /** For the controls, which show one color each. */
  readonly swatch: { readonly accent: string; readonly ground: string; readonly text: string }
  readonly radius: number
  readonly font: FontName
  readonly colors: ThemeVariables
}

const defaultRadius = 28

export const themes: { readonly [name in ThemeName]: Theme } = {
  default: {
    label: 'Default',
    mode: 'system',
    swatch: { accent: '#3257e6', ground: '#ffffff', text: '#1a1f2e' },
    radius: defaultRadius,
    font: 'system',
    colors: {},
  },
  midnight: {
    label: 'Midnight',
    mode: 'dark',
    swatch: { accent: '#7c9cff', ground: '#0b1020', text: '#e8ecff' },
    radius: 20,
    font: 'system',
    colors: {
      '--lk-accent': '#7c9cff',
      '--lk-bg': '#0b1020',
      '--lk-surface': '#151c33',
      '--lk-surface-hover': '#1e2747',
      '--lk-line': '#2a3558',
      '--lk-fg': '#e8ecff',
      '--lk-fg-muted': '#9aa6cc',
    },
  },
  paper: {
    label: 'Paper',
    mode: 'light',
    swatch: { accent: '#8a4b2a', ground: '#fbf7ef', text: '#2b2620' },
    radius: 12,
    font: 'serif',
    colors: {
      '--lk-accent': '#8a4b2a',
      '--lk-bg': '#fbf7ef',
      '--lk-surface': '#f3ecdf',
      '--lk-surface-hover': '#eae1d0',
      '--lk-line': '#ddd2bd',
      '--lk-fg': '#2b2620',
      '--lk-fg-muted': '#665c4e',
    },
  },
  terminal: {
    label: 'Terminal',
    mode: 'dark',
    swatch: { accent: '#3ddc84', ground: '#0a0f0a', text: '#d6f5dd' },
    radius: 4,
    font: 'mono',
    colors: {
      '--lk-accent': '#3ddc84',
      '--lk-bg': '#0a0f0a',
      '--lk-surface': '#121a13',
      '--lk-surface-hover': '#1b271d',
      '--lk-line': '#2a3d30',
      '--lk-fg': '#d6f5dd',
      '--lk-fg-muted': '#8db396',
    },
  },
  candy: {
    label: 'Candy',
    mode: 'system',
    swatch: { accent: '#d6246e', ground: '#fff7fb', text: '#3d1229' },
    radius: 36,
    font: 'rounded',
    colors: {
      '--lk-accent': 'light-dark(#d6246e, #ff7ab6)',
      '--lk-bg': 'light-dark(#fff7fb, #24121d)',
      '--lk-surface': 'light-dark(#ffeaf4, #331a29)',
      '--lk-surface-hover': 'light-dark(#ffdcec, #402234)',
      '--lk-line': 'light-dark(#ffcfe3, #57304a)',
      '--lk-fg': 'light-dark(#3d1229, #ffeaf4)',
      '--lk-fg-muted': 'light-dark(#834262, #dca9c4)',
    },
  },
}

export const fonts: { readonly [name in FontName]: { readonly label: string; readonly stack: string | undefined } } = {
  system: { label: 'System', stack: undefined },
  rounded: { label: 'Rounded', stack: "ui-rounded, 'SF Pro Rounded', Nunito, 'Segoe UI', system-ui, sans-serif" },
  serif: { label: 'Serif', stack: "Georgia, 'Times New Roman', serif" },
  mono: { label: 'Monospace', stack: "ui-monospace, 'SF Mono', Menlo, Consolas, monospace" },
}

export const chains: { readonly [name in Chain]: string } = { evm: 'EVM', solana: 'Solana', bitcoin: 'Bitcoin' }

/** Those that the modal knows by itself. */
export const socials: Readonly<
  Record<'google' | 'x' | 'farcaster' | 'discord' | 'apple' | 'github' | 'facebook', string>
> = {
  google: 'Google',
  x: 'X',
  farcaster: 'Farcaster',
  discord: 'Discord',
  apple: 'Apple',
  github: 'GitHub',
  facebook: 'Facebook',
}

/** In their own language, as users look for them. */
export const languages: { readonly [locale in LocaleChoice]: string } = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  'pt-BR': 'Português (Brasil)',
  ja: '日本語',
  'zh-Hans': '简体中文',
  ar: 'العربية',
  auto: "The user's language",
}

export const defaultSetup: Setup = {
  theme: 'default',
  mode: 'system',
  accent: undefined,
  radius: undefined,
  font: undefined,
  layout: 'auto',
  chains: ['evm', 'solana'],
  pairing: true,
  embedded: true,
  passkey: false,
  email: true,
  phone: false,
  socials: keysOf(socials),
  signIn: 'off',
  order: defaultFeatures.connectMethodsOrder,
  locale: 'en',
  gateway: true,
  send: true,
  receive: true,
  swaps: true,
  onramp: true,
  activity: true,
  pay: false,
  multiWallet: false,
  branding: true,
  groups: false,
  terms: false,
}

/** Query parameter of a choice. `parse` returns undefined for an invalid value. */
type Field<value> = {
  readonly parse: (text: string) => value | undefined
  readonly print: (value: value) => string
}

const flag: Field<boolean> = {
  parse: (text) => (text === '1' ? true : text === '0' ? false : undefined),
  print: (value) => (value ? '1' : '0'),
}

const oneOf = <value extends string>(values: readonly value[]): Field<value> => ({
  parse: (text) => values.find((value) => value === text),
  print: String,
})

/** A value that can also be left to the theme. */
const orTheme = <value>({ parse, print }: Field<value>): Field<value | undefined> => ({
  parse,
  print: (value) => (value === undefined ? '' : print(value)),
})

/** Some of the values, in the order of `values`. An empty list is written as `none`, if it is allowed. */
const someOf = <value extends string>(
  values: readonly value[],
  { canBeEmpty }: { readonly canBeEmpty: boolean },
): Field<readonly value[]> => ({
  parse: (text) => {
    if (text === 'none') return canBeEmpty ? [] : undefined
    const names = text.split(',')
    const found = values.filter((value) => names.includes(value))
    return found.length > 0 ? found : undefined
  },
  print: (value) => value.join() || 'none',
})

/** All of the values, in any order. */
const permutationOf = <value extends string>(values: readonly value[]): Field<readonly value[]> => ({
  parse: (text) => {
    const found = text.split(',').flatMap((name) => values.find((value) => value === name) ?? [])
    return new Set(found).size === values.length && found.length === values.length ? found : undefined
  },
  print: (value) => value.join(),
})

/** The largest radius of the card that makes a difference, in px. */
export const maxRadius = 40

const fields: { readonly [name in keyof Setup]: Field<Setup[name]> } = {
  theme: oneOf(keysOf(themes)),
  mode: oneOf(['system', 'light', 'dark']),
  accent: orTheme({
    parse: (text) => (/^[\da-f]{6}$/i.test(text) ? `#${text.toLowerCase()}` : undefined),
    print: (value) => value.slice(1),
  }),
  radius: orTheme({
    parse: (text) => (/^\d{1,2}$/.test(text) && Number(text) <= maxRadius ? Number(text) : undefined),
    print: String,
  }),
  font: orTheme(oneOf(keysOf(fonts))),
  layout: oneOf(['auto', 'compact']),
  chains: someOf(keysOf(chains), { canBeEmpty: false }),
  pairing: flag,
  embedded: flag,
  passkey: flag,
  email: flag,
  phone: flag,
  socials: someOf(keysOf(socials), { canBeEmpty: true }),
  signIn: oneOf(['off', 'optional', 'required']),
  order: permutationOf(defaultSetup.order),
  locale: oneOf(keysOf(languages)),
  gateway: flag,
  send: flag,
  receive: flag,
  swaps: flag,
  onramp: flag,
  activity: flag,
  pay: flag,
  multiWallet: flag,
  branding: flag,
  groups: flag,
  terms: flag,
}

/** Parses a setup from a query string. Missing or invalid values get their defaults. */
export function parseSetup(search: string): Setup {
  const query = new URLSearchParams(search)
  const read = <name extends keyof Setup>(name: name): Setup[name] | undefined => {
    const text = query.get(name)
    return text === null ? undefined : fields[name].parse(text)
  }
  const theme = read('theme') ?? defaultSetup.theme
  const found = keysOf(fields).map((name) => [name, read(name) ?? getDefault(name, theme)] as const)
  return Object.fromEntries(found) as Setup
}

/** Returns the query string of a setup, readable, without `?` and default values. */
export function toQuery(setup: Setup): string {
  return keysOf(fields)
    .flatMap((name) => printField(name, setup) ?? [])
    .join('&')
}

function printField<name extends keyof Setup>(name: name, setup: Setup): string | undefined {
  const { print } = fields[name]
  const text = print(setup[name])
  return text === print(getDefault(name, setup.theme)) ? undefined : `${name}=${text}`
}

/** Returns the default of a choice, which can depend on the theme. */
function getDefault<name extends keyof Setup>(name: name, theme: ThemeName): Setup[name] {
  return { ...defaultSetup, mode: themes[theme].mode }[name]
}

/** Returns the setup with another theme, and nothing left of changes to the one before. */
export function chooseTheme(setup: Setup, theme: ThemeName): Setup {
  return { ...setup, theme, mode: themes[theme].mode, accent: undefined, radius: undefined, font: undefined }
}

/** The options of `createModal` that are the same on this page and in the code: those that differ from the defaults. */
export type SharedOptions = Pick<
  CreateModalOptions,
  | 'themeMode'
  | 'themeVariables'
  | 'layout'
  | 'features'
  | 'locale'
  | 'walletGroups'
  | 'termsConditionsUrl'
  | 'privacyPolicyUrl'
>

export function toSharedOptions(setup: Setup): SharedOptions {
  const features = toFeatures(setup)
  const variables = toVariables(setup)
  return {
    ...(setup.mode !== 'system' && { themeMode: setup.mode }),
    ...(Object.keys(variables).length > 0 && { themeVariables: variables }),
    ...(setup.layout !== 'auto' && { layout: setup.layout }),
    ...(setup.locale !== defaultSetup.locale && { locale: setup.locale }),
    ...(Object.keys(features).length > 0 && { features }),
    ...(setup.groups && {
      walletGroups: [
        { name: 'Recommended', wallets: ['io.metamask', 'me.rainbow', 'app.phantom'] },
        { name: 'For traders', wallets: ['io.rabby', 'com.coinbase.wallet'] },
      ],
    }),
    ...(setup.terms && {
      termsConditionsUrl: 'https://example.com/terms',
      privacyPolicyUrl: 'https://example.com/privacy',
    }),
  }
}

/** The theme's variables with the user's changes. */
function toVariables({
  theme,
  accent,
  radius = themes[theme].radius,
  font = themes[theme].font,
}: Setup): ThemeVariables {
  const { stack } = fonts[font]
  return {
    ...themes[theme].colors,
    ...(accent !== undefined && { '--lk-accent': accent }),
    ...(radius !== defaultRadius && {
      '--lk-radius-card': `${radius}px`,
      // in the proportions of the default: 28, 16, 12
      '--lk-radius-row': `${Math.round((radius * 16) / defaultRadius)}px`,
      '--lk-radius-icon': `${Math.round((radius * 12) / defaultRadius)}px`,
    }),
    ...(stack !== undefined && { '--lk-font': stack }),
  }
}

function toFeatures(setup: Setup): Partial<Features> {
  const { chains: _, embedded, passkey, email, phone, socials: chosen, order, ...rest } = setup
  const flags = (['send', 'receive', 'swaps', 'onramp', 'activity', 'pay', 'multiWallet', 'branding'] as const).filter(
    (name) => rest[name] !== defaultFeatures[name],
  )
  // logins belong to the embedded wallet, and are off with pay
  const hasLogins = embedded && !rest.pay
  return {
    ...(hasLogins && passkey && { passkey }),
    ...(hasLogins && !email && { email }),
    ...(hasLogins && phone && { phone }),
    ...(hasLogins && chosen.length < defaultSetup.socials.length && { socials: chosen.length > 0 ? chosen : false }),
    ...(order.join() !== defaultSetup.order.join() && { connectMethodsOrder: order }),
    ...Object.fromEntries(flags.map((name) => [name, rest[name]])),
  }
}

/** The keys of a record, typed. */
export function keysOf<name extends string>(record: Readonly<Record<name, unknown>>): readonly name[] {
  return Object.keys(record) as name[]
}
