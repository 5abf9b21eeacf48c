import encodeQr from 'qr'
import { h } from '../../frame/approval/h.js'
import { canUsePasskeys, runCeremony } from '../../frame/passkey/runCeremony.js'
import type { CallVault } from '../../frame/session/client.js'
import type { AccountState } from '../../protocol/account.js'
import type { FactorKind, FactorsState } from '../../protocol/factor.js'
import { say, toTime } from '../../words/say.js'
import { copyText, createButton, createForm, createRow, createSecret, createSection } from '../elements.js'
import { createIcon } from '../icons.js'
import { createLoss } from '../secondFactor.js'
import { words } from '../texts.js'
import type { Confirm } from './confirm.js'

export type SecondFactorOptions = {
  /** Asks for the second factor by itself. */
  readonly call: CallVault
  readonly state: AccountState
  /** Whether users of the app create passkeys. */
  readonly passkeys: boolean
  readonly confirm: Confirm
  /** Milliseconds since the epoch. */
  readonly now: number
  readonly refresh: (notice?: string) => Promise<void>
}

/** Second factors, each kind with a way to turn it on or off, their backup codes, and the limit for transfers without one. */
export function createSecondFactor(options: SecondFactorOptions): readonly HTMLElement[] {
  const { call, state, now, refresh } = options
  const { since, kinds, addFrom } = state.factors
  const isOn = since !== undefined
  const lead = isOn ? say(words.factor.leadOn, { time: toTime(since) }) : words.factor.leadOff
  const place = h('div')
  const section = createSection(
    { title: words.factor.title, icon: 'shield' },
    h('p', {}, lead),
    addFrom > now && kinds.length < 2 && h('p', {}, say(words.factor.newBrowser, { time: toTime(addFrom) })),
    h('ul', {}, createAppRow(options), createPasskeyRow(options)),
    ...(isOn ? createChanges(options, place) : []),
  )
  return isOn ? [section, createLimit(call, state.factors, refresh)] : [section]
}

function createAppRow(options: SecondFactorOptions): HTMLElement {
  const { factors } = options.state
  const place = h('div')
  const action = factors.kinds.includes('totp')
    ? createTurnOff(options, 'totp')
    : factors.addFrom <= options.now &&
      createButton(words.factor.setUp, () => setUpApp(options, place), { tone: 'quiet' })
  return createRow({
    icon: createIcon('phone'),
    title: [h('strong', {}, words.factor.app)],
    facts: [words.factor.appFact],
    actions: action ? [action] : [],
    place,
  })
}

function setUpApp({ call, confirm, refresh }: SecondFactorOptions, place: HTMLElement): Promise<void> {
  return confirm({
    purpose: 'factor',
    place,
    onProof: async (code) => {
      const { secret, uri } = await call('factors.begin', { code })
      const form = createForm({
        label: words.factor.firstCode,
        type: 'code',
        button: words.factor.turnOn,
        onSubmit: async (typed) => {
          const { codes } = await call('factors.confirm', { code: typed })
          await finishAdding(codes, { place, refresh })
        },
      })
      const key = createSecret(secret, { name: words.factor.key })
      place.replaceChildren(h('p', {}, words.factor.scan), createQr(uri), key, form)
    },
  })
}

/** Null if the app doesn't use passkeys and the user has none. */
function createPasskeyRow(options: SecondFactorOptions): HTMLElement | null {
  const { state, now, passkeys } = options
  const { kinds, addFrom } = state.factors
  const hasOne = state.logins.some(({ provider }) => provider === 'passkey')
  if (!hasOne && !passkeys) return null
  const place = h('div')
  const action = kinds.includes('passkey')
    ? createTurnOff(options, 'passkey')
    : hasOne &&
      canUsePasskeys() &&
      addFrom <= now &&
      createButton(words.factor.addPasskey, () => addPasskeys(options, place), { tone: 'quiet' })
  return createRow({
    icon: createIcon('passkey'),
    title: [h('strong', {}, words.passkeys.title)],
    facts: [words.factor.passkeyFact, ...(hasOne ? [] : [words.selfCustody.needsPasskey])],
    actions: action ? [action] : [],
    place,
  })
}

function addPasskeys({ call, confirm, refresh }: SecondFactorOptions, place: HTMLElement): Promise<void> {
  return confirm({
    purpose: 'factor',
    place,
    onProof: (code) => {
      const use = createButton(words.passkey.use, async () => {
        const { options } = await call('factors.passkey', { method: 'factors.addPasskey' })
        const response = await runCeremony({ options })
        const { codes } = await call('factors.addPasskey', { code, response })
        await finishAdding(codes, { place, refresh })
      })
      place.replaceChildren(h('p', {}, words.factor.addPasskeyLead), use)
      return Promise.resolve()
    },
  })
}

/** The first kind brings the backup codes. */
async function finishAdding(
  codes: readonly string[],
  { place, refresh }: { readonly place: HTMLElement } & Pick<SecondFactorOptions, 'refresh'>,
): Promise<void> {
  if (codes.length > 0) showCodes(place, codes, () => refresh(words.factor.on))
  else await refresh(words.factor.changed)
}

function createTurnOff({ call, state, refresh }: SecondFactorOptions, kind: FactorKind): HTMLElement {
  const name = kind === 'totp' ? words.factor.turnOffApp : words.factor.turnOffPasskey
  const isLast = state.factors.kinds.length === 1
  const turnOff = async (): Promise<void> => {
    await call('factors.remove', { kind })
    await refresh(isLast ? words.factor.off : words.factor.changed)
  }
  return createButton(name, turnOff, { tone: 'quiet' })
}

function createChanges(
  { call, state: { factors }, refresh }: SecondFactorOptions,
  place: HTMLElement,
): readonly Node[] {
  const { backupCodes, lossDueAt } = factors
  const codes = backupCodes === 0 ? words.factor.codesNone : say(words.factor.codesLeft, { n: backupCodes })
  const renew = createButton(
    words.factor.renew,
    async () => showCodes(place, (await call('factors.renew', {})).codes, () => refresh()),
    { tone: 'quiet' },
  )
  const keep = createButton(words.factor.keep, async () => {
    await call('factors.keep', {})
    await refresh(words.factor.kept)
  })
  const warning = say(words.factor.lossReported, { time: toTime(lossDueAt ?? 0) })
  return [
    ...(lossDueAt === undefined ? [] : [h('div', { role: 'status' }, h('p', {}, warning), keep)]),
    h('p', {}, codes),
    renew,
    place,
    ...(lossDueAt === undefined ? [createLoss(call)] : []),
  ]
}

/** Form for the limit up to which no second factor is needed. */
function createLimit(
  call: CallVault,
  { above, projectAbove, isPriced }: FactorsState,
  refresh: SecondFactorOptions['refresh'],
): HTMLElement {
  const set = async (limit: string | null): Promise<void> => {
    await call('factors.limit', { above: limit })
    await refresh(limit === null ? words.factor.limitRemoved : words.factor.limitSaved)
  }
  const app = projectAbove === undefined ? null : h('p', {}, say(words.factor.limitApp, { amount: projectAbove }))
  const current =
    above === undefined
      ? words.factor.limitNone
      : above === '0'
        ? words.factor.limitEvery
        : say(words.factor.limitAbove, { amount: above })
  const every = createButton(words.factor.limitAskEvery, () => set('0'), { tone: 'quiet' })
  const none = createButton(words.factor.limitRemove, () => set(null), { tone: 'quiet' })
  const form = createForm({
    label: words.factor.limitField,
    type: 'text',
    button: words.factor.limitSave,
    isFocused: false,
    onSubmit: (value) => set(value.trim()),
  })
  return createSection(
    { title: words.factor.limits, icon: 'gauge' },
    h('p', {}, current),
    app,
    isPriced && form,
    h('div', { class: 'choices' }, above === '0' ? null : every, above === undefined ? null : none),
  )
}

function showCodes(place: HTMLElement, codes: readonly string[], onDone: () => Promise<void>): void {
  const list = h('ol', { class: 'codes', dir: 'ltr' }, ...codes.map((code) => h('li', {}, h('code', {}, code))))
  const copy = createButton(words.common.copy, () => copyText(codes.join('\n')), { tone: 'quiet', icon: 'copy' })
  const print = createButton(words.common.print, () => window.print(), { tone: 'quiet', icon: 'print' })
  const done = createButton(words.factor.codesSaved, onDone)
  place.replaceChildren(
    h('p', { role: 'status' }, words.factor.codes),
    list,
    h('div', { class: 'choices' }, copy, print),
    done,
  )
  place.scrollIntoView({ block: 'center' })
}

/** Dark on white in every theme: many scanners read no other. */
function createQr(text: string): Element {
  const rows = encodeQr(text, 'raw', { ecc: 'medium', border: 4 })
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path')
  svg.setAttribute('viewBox', `0 0 ${rows.length} ${rows.length}`)
  svg.setAttribute('class', 'qr')
  svg.setAttribute('role', 'img')
  svg.setAttribute('aria-label', words.factor.qr)
  path.setAttribute(
    'd',
    rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join(''),
  )
  svg.append(path)
  return svg
}
