import { toFactorValue, toPrintedCode } from '../../encoding/printedCode.js'
import { h } from '../../frame/approval/h.js'
import type { CallVault } from '../../frame/session/client.js'
import type { AccountState, FormerWallet } from '../../protocol/account.js'
import { say, toTime } from '../../words/say.js'
import { createButton, createForm, createRow, createSecret, createSection } from '../elements.js'
import { createIcon } from '../icons.js'
import { createPasskey } from '../passkey.js'
import { words } from '../texts.js'
import type { Confirm } from './confirm.js'
import { createFactorForm, readFactor } from './factor.js'

export type SealOptions = {
  readonly call: CallVault
  readonly state: AccountState
  /** Distinguishes passkeys. */
  readonly name: string
  readonly confirm: Confirm
  /** Milliseconds since the epoch. */
  readonly now: number
  readonly refresh: (notice?: string) => Promise<void>
}

/** Lets the owner lock the wallet with a key that only they have. */
export function createSeal(options: SealOptions): HTMLElement {
  const { seal, pendingSeal } = options.state
  const lead = seal.isSealed ? words.seal.leadOn : words.seal.leadOff
  const place = h('div')
  const parts = seal.isSealed
    ? createSealed(options, place)
    : pendingSeal
      ? createPending(options, pendingSeal)
      : createUnsealed(options, place)
  return createSection(
    { title: words.seal.title, icon: 'seal' },
    h('p', {}, lead),
    ...parts,
    place,
    ...createFormerWallets(options),
  )
}

function createUnsealed({ call, state, confirm, now, refresh }: SealOptions, place: HTMLElement): readonly Node[] {
  const { exportFrom } = state
  if (exportFrom > now) return [h('p', {}, say(words.seal.newBrowser, { time: toTime(exportFrom) }))]
  const start = (): Promise<void> =>
    confirm({
      purpose: 'seal',
      place,
      onProof: (code) => {
        const printed = toPrintedCode(crypto.getRandomValues(new Uint8Array(16)))
        const seed = createSeedChoice()
        const form = createForm({
          label: words.common.printedCode,
          type: 'text',
          button: words.seal.submit,
          onSubmit: async (typed) => {
            const value = await readFactor(typed)
            if (value !== (await toFactorValue(printed))) throw new Error(words.seal.otherCode)
            await call('seal.add', { factor: { kind: 'code', value }, code, makesSeed: seed.isChosen() })
            await refresh()
          },
        })
        const secret = createSecret(printed, { name: words.seal.code })
        place.replaceChildren(h('p', {}, words.seal.note), secret, seed.element, form)
        return Promise.resolve()
      },
    })
  return [h('p', {}, words.seal.wait), createButton(words.seal.begin, start, { tone: 'plain' })]
}

/** Whether the wallet also moves to a new seed, so that old copies open nothing it receives from then on. */
function createSeedChoice(): { readonly element: HTMLElement; readonly isChosen: () => boolean } {
  const input = h('input', { type: 'checkbox' })
  const text = h('span', {}, words.seal.newSeed)
  const about = h('small', { id: 'seed-about' }, words.seal.newSeedLead)
  input.setAttribute('aria-describedby', 'seed-about')
  const element = h('div', { class: 'choice' }, h('label', {}, input, text), about)
  return { element, isChosen: () => input.checked }
}

function createPending(
  { call, refresh }: SealOptions,
  { dueAt, makesSeed }: NonNullable<AccountState['pendingSeal']>,
): readonly Node[] {
  const cancel = createButton(words.seal.cancel, async () => {
    await call('seal.cancel', {})
    await refresh(words.seal.canceled)
  })
  const text = say(makesSeed ? words.seal.pendingSeed : words.seal.pending, { time: toTime(dueAt) })
  return [h('p', { role: 'status' }, text), cancel]
}

function createSealed(options: SealOptions, place: HTMLElement): readonly Node[] {
  const { state, now } = options
  const unlocking = state.seal.isConfirmed ? createUnlock(options) : createConfirmRequest(options)
  return state.exportFrom > now ? unlocking : [...unlocking, ...createChanges(options, place)]
}

function createUnlock({ call, state: { seal }, refresh }: SealOptions): readonly Node[] {
  const { unlockedUntil, passkeys } = seal
  if (unlockedUntil === undefined) {
    const { unlockLead, unlock: button, unlockPasskey: passkeyButton } = words.seal
    const onFactor = async (value: string): Promise<void> => {
      await call('seal.unlock', { value })
      await refresh()
    }
    return [h('p', {}, unlockLead), ...createFactorForm({ button, passkeyButton, passkeys, onFactor })]
  }
  const lock = createButton(words.seal.lock, async () => {
    await call('seal.lock', {})
    await refresh()
  })
  return [h('p', { role: 'status' }, say(words.seal.unlocked, { time: toTime(unlockedUntil) })), lock]
}

/** In a new browser: an older one has to confirm it first. */
function createConfirmRequest({ call, state: { seal }, refresh }: SealOptions): readonly Node[] {
  const { askedUntil, unlockFrom } = seal
  if (askedUntil !== undefined) {
    const text = say(words.seal.asked, { time: toTime(askedUntil) })
    return [h('p', { role: 'status' }, text), createButton(words.common.checkAgain, () => refresh())]
  }
  const text = say(words.seal.askLead, { time: toTime(unlockFrom) })
  const begin = createButton(words.seal.ask, async () => {
    await call('seal.ask', {})
    await refresh()
  })
  return [h('p', {}, text), begin]
}

/** Changes that need one of the wallet's factors, whether it is locked or not. */
function createChanges({ call, name, state, confirm, refresh }: SealOptions, place: HTMLElement): readonly Node[] {
  const { passkeys } = state.seal
  const show = (button: string, onFactor: (by: string) => Promise<void>): void =>
    place.replaceChildren(h('p', {}, words.seal.changeLead), ...createFactorForm({ button, passkeys, onFactor }))
  const add = createButton(
    words.seal.addPasskey,
    () =>
      confirm({
        purpose: 'seal',
        place,
        prepare: () => createPasskey({ name }),
        onProof: async (code, factor) =>
          show(words.seal.add, async (by) => {
            await call('seal.add', { factor, code, by })
            await refresh(words.seal.added)
          }),
      }),
    { tone: 'quiet' },
  )
  const remove = createButton(
    words.seal.remove,
    () =>
      confirm({
        purpose: 'seal',
        place,
        onProof: async (code) =>
          show(words.seal.unseal, async (by) => {
            await call('seal.remove', { code, by })
            await refresh(words.seal.removed)
          }),
      }),
    { tone: 'quiet' },
  )
  return [h('div', { class: 'choices' }, add, remove)]
}

/** Addresses that are not in use: those from before a new seed, or the new ones while the old ones are in use again. */
function createFormerWallets(options: SealOptions): readonly HTMLElement[] {
  const { formerWallets } = options.state
  if (formerWallets.length === 0) return []
  const rows = formerWallets.map((wallet) => createFormerRow(options, wallet))
  return [h('h3', {}, words.seal.others), h('p', {}, words.seal.othersLead), h('ul', {}, ...rows)]
}

function createFormerRow(
  { call, state, confirm, now, refresh }: SealOptions,
  { id, addresses, since }: FormerWallet,
): HTMLElement {
  const place = h('div')
  const choose = async (code: string | undefined, by?: string): Promise<void> => {
    await call('wallets.choose', { id, code, by })
    await refresh(words.seal.switched)
  }
  const { isSealed, passkeys } = state.seal
  const use = createButton(
    words.seal.use,
    () =>
      confirm({
        purpose: 'seal',
        place,
        onProof: async (code) => {
          if (!isSealed) return choose(code)
          const onFactor = (by: string): Promise<void> => choose(code, by)
          place.replaceChildren(
            ...createFactorForm({
              button: words.seal.switch,
              passkeys,
              onFactor,
            }),
          )
        },
      }),
    { tone: 'quiet' },
  )
  return createRow({
    icon: createIcon('wallet'),
    title: addresses.map((address) => h('code', { dir: 'ltr' }, address)),
    facts: [say(words.seal.unusedSince, { time: toTime(since) })],
    actions: state.exportFrom > now ? [] : [use],
    place,
  })
}
