import { h } from '../frame/approval/h.js'
import { PasskeyError } from '../frame/passkey/runCeremony.js'
import { say } from '../words/say.js'
import { createIcon, type IconName } from './icons.js'
import { words } from './texts.js'

/** A button that runs an action. Disables itself meanwhile and shows errors below itself. */
export function createButton(
  name: string,
  act: () => Promise<void> | void,
  {
    tone,
    icon,
  }: { readonly tone?: 'quiet' | 'plain' | 'bad' | undefined; readonly icon?: IconName | Element | undefined } = {},
): HTMLElement {
  const button = h(
    'button',
    { type: 'button', ...(tone && { 'data-tone': tone }) },
    typeof icon === 'string' ? createIcon(icon) : icon,
    name,
  )
  const alert = h('p', { role: 'alert' })
  button.addEventListener('click', () => void run({ control: button, alert, act }))
  return h('div', { class: 'action' }, button, alert)
}

export type FormOptions = {
  readonly label: string
  /** `words`: several lines. */
  readonly type: 'email' | 'tel' | 'code' | 'text' | 'words'
  readonly button: string
  readonly onSubmit: (value: string) => Promise<void> | void
  /** Default: true. */
  readonly isFocused?: boolean | undefined
  /** Default: empty. */
  readonly value?: string | undefined
  /** Whether the browser may offer passkeys in the field. [WebAuthn §5.1.4] */
  readonly hasPasskeys?: boolean | undefined
}

/** One field and one button. */
export function createForm({
  label,
  type,
  button: name,
  onSubmit,
  isFocused = true,
  value = '',
  hasPasskeys = false,
}: FormOptions): HTMLElement {
  const input =
    type === 'words' ? h('textarea') : h('input', { type: type === 'email' || type === 'tel' ? type : 'text' })
  if (input instanceof HTMLTextAreaElement) input.rows = 3
  input.autocapitalize = 'none'
  input.autocomplete = type === 'email' || type === 'tel' ? type : type === 'code' ? 'one-time-code' : 'off'
  if (hasPasskeys) input.setAttribute('autocomplete', 'username webauthn')
  input.value = value
  input.inputMode = type === 'code' ? 'numeric' : type === 'email' || type === 'tel' ? type : 'text'
  input.spellcheck = false
  input.required = true
  const button = h('button', { type: 'submit' }, name)
  const alert = h('p', { role: 'alert' })
  const form = h('form', {}, h('label', {}, h('span', {}, label), input), button, alert)
  // the browser's own validation bubbles say less than the vault's error messages
  form.noValidate = true
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void run({ control: button, alert, act: () => onSubmit(input.value) })
  })
  if (isFocused) queueMicrotask(() => input.isConnected && input.focus())
  return form
}

type Run = {
  readonly control: HTMLButtonElement
  readonly alert: HTMLElement
  readonly act: () => Promise<void> | void
}

async function run({ control, alert, act }: Run): Promise<void> {
  if (control.disabled) return
  control.disabled = true
  alert.replaceChildren()
  try {
    await act()
  } catch (cause) {
    alert.replaceChildren(toSentence(cause))
  } finally {
    control.disabled = false
  }
}

/** Returns the text to show for an error. */
export function toSentence(cause: unknown): string {
  if (cause instanceof PasskeyError) return words.errors.passkey[cause.reason]
  return cause instanceof Error && cause.message !== '' ? cause.message : words.errors.unknown
}

type Children = readonly (Node | string | null | false)[]

/** A card with a title, and an icon before it if it has one. */
export function createSection(
  title: string | { readonly title: string; readonly icon: IconName },
  ...children: Children
): HTMLElement {
  if (typeof title === 'string') return h('section', {}, h('h2', {}, title), ...children)
  return h('section', {}, h('h2', {}, createTile(createIcon(title.icon)), title.title), ...children)
}

/** Sections under one heading. */
export function createGroup(title: string, ...sections: Children): HTMLElement {
  const label = h('p', { class: 'label', 'aria-hidden': 'true' }, title)
  return h('div', { class: 'group', role: 'group', 'aria-label': title }, label, ...sections)
}

export type RowOptions = {
  readonly icon: Element
  readonly title: readonly (Node | string)[]
  /** Lines below the title. */
  readonly facts: readonly (Node | string)[]
  readonly actions?: readonly Node[] | undefined
  /** Below the actions. */
  readonly place?: Node | undefined
}

/** An item of a list of logins, browsers or wallets. */
export function createRow({ icon, title, facts, actions = [], place }: RowOptions): HTMLElement {
  return h(
    'li',
    { class: 'row' },
    createTile(icon),
    h('span', { class: 'name' }, ...title),
    ...facts.map((fact) => h('small', {}, fact)),
    actions.length > 0 && h('div', { class: 'actions' }, ...actions),
    place,
  )
}

function createTile(icon: Element): HTMLElement {
  return h('span', { class: 'tile' }, icon)
}

/** A status or error message at the top of the page. It gets the focus so that screen readers announce it. */
export function createNotice(role: 'status' | 'alert', text: string): HTMLElement {
  return h('p', { class: 'notice', role, tabindex: '-1' }, text)
}

/** A secret that is hidden until the user asks for it, and hidden again when the page loses visibility. */
export function createSecret(secret: string, { name }: { readonly name: string }): HTMLElement {
  const masked = secret.replace(/[^\s-]/g, '•')
  const text = h('code', { class: 'secret', 'aria-label': name }, masked)
  const show = h('button', { type: 'button', 'data-tone': 'quiet' }, words.common.show)
  const set = (isShown: boolean): void => {
    text.replaceChildren(isShown ? secret : masked)
    show.replaceChildren(isShown ? words.common.hide : words.common.show)
  }
  show.addEventListener('click', () => set(text.textContent === masked))
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) set(false)
  })
  const copy = createButton(words.common.copy, () => copyText(secret), { tone: 'quiet', icon: 'copy' })
  return h('div', {}, text, show, copy)
}

export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
  } catch (cause) {
    throw new Error(words.errors.noCopy, { cause })
  }
}

/** An address with its network's name, in full, and a button to copy it. */
export function createAddressRow(name: string, address: string): HTMLElement {
  const button = h(
    'button',
    { type: 'button', class: 'copy', 'aria-label': say(words.common.copyAddress, { name }) },
    createIcon('copy'),
  )
  const status = h('span', { class: 'sr', role: 'status' })
  const alert = h('p', { role: 'alert' })
  const act = async (): Promise<void> => {
    await copyText(address)
    button.replaceChildren(createIcon('done'))
    status.replaceChildren(words.common.addressCopied)
    window.setTimeout(() => {
      button.replaceChildren(createIcon('copy'))
      status.replaceChildren()
    }, 2_000)
  }
  button.addEventListener('click', () => void run({ control: button, alert, act }))
  return h('li', { class: 'address' }, h('small', {}, name), h('code', { dir: 'ltr' }, address), button, status, alert)
}
