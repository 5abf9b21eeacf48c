import type { ConnectMethod } from '@latchkey/core'
import { type ReactElement, type ReactNode, useId } from 'react'
import type { DemoConfig } from '../config.js'
import {
  type Chain,
  chains,
  chooseTheme,
  fonts,
  keysOf,
  languages,
  maxRadius,
  type Setup,
  socials,
  themes,
} from './setup.js'

type ControlsProps = {
  readonly config: DemoConfig
  readonly setup: Setup
  readonly onChange: (setup: Setup) => void
}

/** The controls of the playground. Each change is a new setup. */
export function Controls({ config, setup, onChange }: ControlsProps): ReactElement {
  const set = (change: Partial<Setup>): void => onChange({ ...setup, ...change })
  const theme = themes[setup.theme]
  const canLogIn = setup.embedded && !setup.pay
  return (
    <>
      <Group title="Theme">
        <div className="themes">
          {keysOf(themes).map((name) => (
            <label key={name} className="theme">
              <input
                type="radio"
                className="cover"
                name="theme"
                checked={setup.theme === name}
                onChange={() => onChange(chooseTheme(setup, name))}
              />
              <svg className="swatch" viewBox="0 0 64 32" aria-hidden="true">
                <rect width="64" height="32" fill={themes[name].swatch.ground} />
                <rect x="10" y="10" width="24" height="4" rx="2" fill={themes[name].swatch.text} />
                <rect x="10" y="18" width="16" height="4" rx="2" fill={themes[name].swatch.text} opacity="0.5" />
                <circle cx="49" cy="16" r="6" fill={themes[name].swatch.accent} />
              </svg>
              {themes[name].label}
            </label>
          ))}
        </div>
        <Segments
          label="Mode"
          value={setup.mode}
          values={{ system: 'System', light: 'Light', dark: 'Dark' }}
          onChange={(mode) => set({ mode })}
        />
        <div className="pair">
          <label className="field">
            Accent
            <input
              type="color"
              value={setup.accent ?? theme.swatch.accent}
              onChange={({ target: { value } }) => set({ accent: value })}
            />
          </label>
          <label className="field">
            Font
            <select
              value={setup.font ?? theme.font}
              onChange={({ target: { value } }) => set({ font: value === theme.font ? undefined : toFont(value) })}
            >
              {keysOf(fonts).map((name) => (
                <option key={name} value={name}>
                  {fonts[name].label}
                </option>
              ))}
            </select>
          </label>
        </div>
        <label className="field">
          <span className="field-line">
            Corner radius <span>{setup.radius ?? theme.radius} px</span>
          </span>
          <input
            type="range"
            min="0"
            max={maxRadius}
            value={setup.radius ?? theme.radius}
            onChange={({ target: { valueAsNumber } }) =>
              set({ radius: valueAsNumber === theme.radius ? undefined : valueAsNumber })
            }
          />
        </label>
        <Segments
          label="Layout of the dialog"
          value={setup.layout}
          values={{ auto: 'Two panes', compact: 'One pane' }}
          onChange={(layout) => set({ layout })}
        />
      </Group>

      <Group title="Ecosystems">
        <div className="chips">
          {keysOf(chains).map((chain) => (
            <Check
              key={chain}
              label={chains[chain]}
              checked={setup.chains.includes(chain)}
              // an app has at least one
              disabled={setup.chains.length === 1 && setup.chains[0] === chain}
              onChange={(checked) => set({ chains: toggle<Chain>(keysOf(chains), setup.chains, chain, checked) })}
            />
          ))}
        </div>
      </Group>

      <Group title="Connection">
        <Switch
          label="WalletConnect"
          about={config.relayUrl ? 'Wallets on phones, by QR code or link' : notRunning}
          checked={setup.pairing}
          onChange={(pairing) => set({ pairing })}
        />
        <Switch
          label="Embedded wallet"
          about={config.frameUrl ? 'For users who have no wallet' : notRunning}
          checked={setup.embedded}
          onChange={(embedded) => set({ embedded })}
        />
        <Segments
          label="Sign-in"
          value={setup.signIn}
          values={{ off: 'Off', optional: 'Optional', required: 'Required' }}
          onChange={(signIn) => set({ signIn })}
        />
      </Group>

      <Group
        title="Logins"
        about={canLogIn ? undefined : setup.pay ? 'Pay turns logins off.' : 'Logins need the embedded wallet.'}
      >
        <div className="chips">
          <Check
            label="Passkey"
            checked={setup.passkey}
            disabled={!canLogIn}
            onChange={(passkey) => set({ passkey })}
          />
          <Check label="Email" checked={setup.email} disabled={!canLogIn} onChange={(email) => set({ email })} />
          <Check label="SMS" checked={setup.phone} disabled={!canLogIn} onChange={(phone) => set({ phone })} />
          {keysOf(socials).map((social) => (
            <Check
              key={social}
              label={socials[social]}
              checked={setup.socials.includes(social)}
              disabled={!canLogIn}
              onChange={(checked) => set({ socials: toggle(keysOf(socials), setup.socials, social, checked) })}
            />
          ))}
        </div>
      </Group>

      <Group title="Order">
        <ol className="order">
          {setup.order.map((method, index) => (
            <li key={method}>
              {methods[method]}
              <button
                type="button"
                aria-label={`Move ${methods[method]} up, now ${index + 1} of ${setup.order.length}`}
                aria-disabled={index === 0}
                onClick={() => set({ order: moveUp(setup.order, index) })}
              >
                <svg viewBox="0 0 16 16" aria-hidden="true">
                  <path d="M8 12.500v-9M4 7l4-4 4 4" />
                </svg>
              </button>
            </li>
          ))}
        </ol>
      </Group>

      <Group title="Features">
        <Switch
          label="Gateway"
          about={config.blockchainApiUrl ? 'Prices, swaps, purchases and history' : notRunning}
          checked={setup.gateway}
          onChange={(gateway) => set({ gateway })}
        />
        <div className="chips">
          {keysOf(featureLabels).map((name) => (
            <Check
              key={name}
              label={featureLabels[name]}
              checked={setup[name]}
              disabled={!setup.gateway && needsGateway.includes(name)}
              onChange={(checked) => set({ [name]: checked })}
            />
          ))}
        </div>
      </Group>

      <Group title="Texts">
        <label className="field">
          Language
          <select value={setup.locale} onChange={({ target: { value } }) => set({ locale: toLocale(value) })}>
            {keysOf(languages).map((locale) => (
              <option key={locale} value={locale} lang={locale === 'auto' ? undefined : locale}>
                {languages[locale]}
              </option>
            ))}
          </select>
        </label>
        <Switch
          label="Wallet groups"
          about="Headings in the list of wallets"
          checked={setup.groups}
          onChange={(groups) => set({ groups })}
        />
        <Switch
          label="Terms and privacy"
          about="Links below the connection methods"
          checked={setup.terms}
          onChange={(terms) => set({ terms })}
        />
      </Group>
    </>
  )
}

const notRunning = 'Not running on this machine'

const methods: { readonly [method in ConnectMethod]: string } = { email: 'Email', social: 'Social', wallet: 'Wallets' }

const featureLabels = {
  send: 'Send',
  receive: 'Receive',
  swaps: 'Swap',
  onramp: 'Buy',
  activity: 'Activity',
  pay: 'Pay',
  multiWallet: 'Several wallets',
  branding: 'Branding',
} as const satisfies { readonly [name in keyof Setup]?: string }

const needsGateway: readonly (keyof typeof featureLabels)[] = ['swaps', 'onramp', 'activity']

const toFont = (value: string): Setup['font'] => keysOf(fonts).find((name) => name === value)
const toLocale = (value: string): Setup['locale'] => keysOf(languages).find((locale) => locale === value) ?? 'en'

/** Adds or removes one of the values. Keeps their order. */
function toggle<value>(all: readonly value[], chosen: readonly value[], one: value, isOn: boolean): readonly value[] {
  return all.filter((value) => (value === one ? isOn : chosen.includes(value)))
}

function moveUp<value>(values: readonly value[], index: number): readonly value[] {
  const [one, before] = [values[index], values[index - 1]]
  if (one === undefined || before === undefined) return values
  return values.with(index - 1, one).with(index, before)
}

type GroupProps = { readonly title: string; readonly about?: string | undefined; readonly children: ReactNode }

function Group({ title, about, children }: GroupProps): ReactElement {
  const id = useId()
  return (
    <fieldset className="group" aria-describedby={about ? id : undefined}>
      <legend>{title}</legend>
      {children}
      {about && (
        <p className="about" id={id}>
          {about}
        </p>
      )}
    </fieldset>
  )
}

type CheckProps = {
  readonly label: string
  readonly checked: boolean
  readonly disabled?: boolean | undefined
  readonly onChange: (checked: boolean) => void
}

function Check({ label, checked, disabled, onChange }: CheckProps): ReactElement {
  return (
    <label className="chip">
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={({ target }) => onChange(target.checked)}
      />
      {label}
    </label>
  )
}

function Switch({ label, about, checked, onChange }: CheckProps & { readonly about: string }): ReactElement {
  const id = useId()
  return (
    <div className="switch">
      <label htmlFor={`${id}-input`}>{label}</label>
      <input
        id={`${id}-input`}
        type="checkbox"
        role="switch"
        checked={checked}
        aria-checked={checked}
        aria-describedby={id}
        onChange={({ target }) => onChange(target.checked)}
      />
      <p className="about" id={id}>
        {about}
      </p>
    </div>
  )
}

type SegmentsProps<value extends string> = {
  readonly label: string
  readonly value: value
  readonly values: { readonly [name in value]: string }
  readonly onChange: (value: value) => void
}

/** One of a few values, side by side. */
export function Segments<value extends string>({ label, value, values, onChange }: SegmentsProps<value>): ReactElement {
  const id = useId()
  return (
    <div className="field" role="radiogroup" aria-labelledby={id}>
      <span id={id}>{label}</span>
      <div className="segments">
        {keysOf(values).map((name) => (
          <label key={name}>
            <input type="radio" className="cover" name={id} checked={value === name} onChange={() => onChange(name)} />
            {values[name]}
          </label>
        ))}
      </div>
    </div>
  )
}
