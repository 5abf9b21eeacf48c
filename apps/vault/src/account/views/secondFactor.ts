import encodeQr from 'qr'
import { h } from '../../frame/approval/h.js'
import type { CallVault } from '../../frame/session/client.js'
import type { AccountState } from '../../protocol/account.js'
import type { FactorsState } from '../../protocol/factor.js'
import { copyText, createButton, createForm, createSecret, createSection, toTime } from '../elements.js'
import { createLoss } from '../secondFactor.js'
import type { Confirm } from './confirm.js'

export type SecondFactorOptions = {
  /** Asks for the second factor by itself. */
  readonly call: CallVault
  readonly state: AccountState
  readonly confirm: Confirm
  /** Milliseconds since the epoch. */
  readonly now: number
  readonly refresh: (notice?: string) => Promise<void>
}

/** An authenticator app as the second factor, its backup codes, and the limit for transfers without it. */
export function createSecondFactor(options: SecondFactorOptions): HTMLElement {
  const { since } = options.state.factors
  const place = h('div')
  const lead =
    since === undefined
      ? 'A code of an authenticator app on your phone, besides your login: in new browsers, for changes of your wallet, and for transfers above a limit. A thief of your email can’t do any of this then.'
      : `On since ${toTime(since)}. New browsers, changes of your wallet and transfers above your limit need a code of your authenticator app.`
  const parts = since === undefined ? createSetUp(options, place) : createChanges(options, place)
  return createSection('Second factor', h('p', {}, lead), ...parts)
}

function createSetUp({ call, state, confirm, now, refresh }: SecondFactorOptions, place: HTMLElement): readonly Node[] {
  const { addFrom } = state.factors
  if (addFrom > now)
    return [
      h('p', {}, `This browser is new to your wallet. You can set up a second factor here from ${toTime(addFrom)}.`),
    ]
  place.append(
    createButton('Set up an authenticator app', () =>
      confirm({
        purpose: 'factor',
        place,
        onProof: async (code) => {
          const { secret, uri } = await call('factors.begin', { code })
          const form = createForm({
            label: 'Six-digit code of the app',
            type: 'code',
            button: 'Turn on',
            onSubmit: async (typed) => {
              const { codes } = await call('factors.confirm', { code: typed })
              showCodes(place, codes, () => refresh('Your second factor is on.'))
            },
          })
          const how =
            'Scan this code with your authenticator app, or enter the key there. Then type the code that it shows.'
          place.replaceChildren(h('p', {}, how), createQr(uri), createSecret(secret, { name: 'Key' }), form)
        },
      }),
    ),
  )
  return [place]
}

function createChanges(
  { call, state: { factors }, refresh }: SecondFactorOptions,
  place: HTMLElement,
): readonly Node[] {
  const { backupCodes, lossDueAt } = factors
  const codes = `${backupCodes === 0 ? 'No backup codes are left' : `Backup codes left: ${backupCodes}`}. Each works once, if you don’t have your phone.`
  const renew = createButton(
    'Create new backup codes',
    async () => showCodes(place, (await call('factors.renew', {})).codes, () => refresh()),
    { tone: 'quiet' },
  )
  const remove = createButton(
    'Turn off',
    async () => {
      await call('factors.remove', {})
      await refresh('Your second factor is off.')
    },
    { tone: 'quiet' },
  )
  const keep = createButton('Keep my second factor', async () => {
    await call('factors.keep', {})
    await refresh('Your second factor stays.')
  })
  const warning = `Your second factor was reported lost, and is removed on ${toTime(lossDueAt ?? 0)}. If it wasn’t you, keep it.`
  return [
    ...(lossDueAt === undefined ? [] : [h('div', { role: 'status' }, h('p', {}, warning), keep)]),
    h('p', {}, codes),
    h('div', { class: 'choices' }, renew, remove),
    place,
    ...(lossDueAt === undefined ? [createLoss(call)] : []),
    ...createLimit(call, factors, refresh),
  ]
}

/** What may be sent without the second factor. */
function createLimit(
  call: CallVault,
  { above, projectAbove, isPriced }: FactorsState,
  refresh: SecondFactorOptions['refresh'],
): readonly Node[] {
  const set = async (limit: string | null): Promise<void> => {
    await call('factors.limit', { above: limit })
    await refresh(limit === null ? 'Your limit was removed.' : 'Your limit was saved.')
  }
  const app = projectAbove === undefined ? '' : ` The app asks above ${projectAbove}; the lower limit counts.`
  const current =
    above === undefined
      ? 'You have set no limit: transfers don’t need a code.'
      : above === '0'
        ? 'Every transfer needs a code.'
        : `Sending more than ${above} within 24 hours needs a code.`
  const every = createButton('Ask for every transfer', () => set('0'), { tone: 'quiet' })
  const none = createButton('Remove my limit', () => set(null), { tone: 'quiet' })
  const form = createForm({
    label: 'Ask above this value within 24 hours, in the wallet provider’s currency',
    type: 'text',
    button: 'Save limit',
    isFocused: false,
    onSubmit: (value) => set(value.trim()),
  })
  return [
    h('h3', {}, 'Transfers'),
    h('p', {}, current + app),
    ...(isPriced ? [form] : []),
    h('div', { class: 'choices' }, above === '0' ? null : every, above === undefined ? null : none),
  ]
}

function showCodes(place: HTMLElement, codes: readonly string[], onDone: () => Promise<void>): void {
  const note =
    'Your backup codes. Each works once, in place of your authenticator app. Keep them where you find them without your phone: they won’t be shown again.'
  const list = h('ol', { class: 'codes', dir: 'ltr' }, ...codes.map((code) => h('li', {}, h('code', {}, code))))
  const copy = createButton('Copy', () => copyText(codes.join('\n')), { tone: 'quiet', icon: 'copy' })
  const print = createButton('Print this page', () => window.print(), { tone: 'quiet' })
  const done = createButton('I’ve saved them', onDone)
  place.replaceChildren(h('p', { role: 'status' }, note), list, h('div', { class: 'choices' }, copy, print), done)
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
  svg.setAttribute('aria-label', 'QR code for your authenticator app')
  path.setAttribute(
    'd',
    rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join(''),
  )
  svg.append(path)
  return svg
}
