import encodeQr from 'qr'
import { h } from '../../frame/approval/h.js'
import type { CallVault } from '../../frame/session/client.js'
import type { AccountState } from '../../protocol/account.js'
import type { FactorsState } from '../../protocol/factor.js'
import { copyText, createButton, createForm, createSecret, createSection } from '../elements.js'
import { createLoss } from '../secondFactor.js'
import { say, toTime, words } from '../texts.js'
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
export function createSecondFactor(options: SecondFactorOptions): readonly HTMLElement[] {
  const { call, state, refresh } = options
  const { since } = state.factors
  const place = h('div')
  const lead = since === undefined ? words.factor.leadOff : say(words.factor.leadOn, { time: toTime(since) })
  const parts = since === undefined ? createSetUp(options, place) : createChanges(options, place)
  const section = createSection({ title: words.factor.title, icon: 'shield' }, h('p', {}, lead), ...parts)
  return since === undefined ? [section] : [section, createLimit(call, state.factors, refresh)]
}

function createSetUp({ call, state, confirm, now, refresh }: SecondFactorOptions, place: HTMLElement): readonly Node[] {
  const { addFrom } = state.factors
  if (addFrom > now) return [h('p', {}, say(words.factor.newBrowser, { time: toTime(addFrom) }))]
  place.append(
    createButton(
      words.factor.setUp,
      () =>
        confirm({
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
                showCodes(place, codes, () => refresh(words.factor.on))
              },
            })
            const key = createSecret(secret, { name: words.factor.key })
            place.replaceChildren(h('p', {}, words.factor.scan), createQr(uri), key, form)
          },
        }),
      { tone: 'plain' },
    ),
  )
  return [place]
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
  const remove = createButton(
    words.factor.turnOff,
    async () => {
      await call('factors.remove', {})
      await refresh(words.factor.off)
    },
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
    h('div', { class: 'choices' }, renew, remove),
    place,
    ...(lossDueAt === undefined ? [createLoss(call)] : []),
  ]
}

/** What may be sent without the second factor. */
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
