import { toFactorValue, toPrintedCode } from '../../encoding/printedCode.js'
import { h } from '../../frame/approval/h.js'
import type { CallVault } from '../../frame/session/client.js'
import type { AccountState, FormerWallet } from '../../protocol/account.js'
import { createButton, createForm, createSecret, createSection, toTime } from '../elements.js'
import { createPasskey } from '../passkey.js'
import type { Confirm } from './confirm.js'
import { createFactorForm } from './factor.js'

export type SealOptions = {
  readonly call: CallVault
  readonly state: AccountState
  /** Tells passkeys apart. */
  readonly name: string
  readonly confirm: Confirm
  /** Milliseconds since the epoch. */
  readonly now: number
  readonly refresh: (notice?: string) => Promise<void>
}

/** Lets the owner lock the wallet with a key that only they have. */
export function createSeal(options: SealOptions): HTMLElement {
  const { seal, pendingSeal } = options.state
  const lead = seal.isSealed
    ? 'Your wallet is sealed: locked with your own key. It signs only in a browser where you have unlocked it, for 15 minutes.'
    : 'A sealed wallet is locked with your own key, a printed code or a passkey. It signs only for 15 minutes after you unlock it. If you lose all of your codes and passkeys, the wallet is lost.'
  const place = h('div')
  const parts = seal.isSealed
    ? createSealed(options, place)
    : pendingSeal
      ? createPending(options, pendingSeal)
      : createUnsealed(options, place)
  return createSection('Sealed wallet', h('p', {}, lead), ...parts, place, ...createFormerWallets(options))
}

function createUnsealed({ call, state, confirm, now, refresh }: SealOptions, place: HTMLElement): readonly Node[] {
  const { exportFrom } = state
  if (exportFrom > now)
    return [h('p', {}, `This browser is new to your wallet. You can seal the wallet here from ${toTime(exportFrom)}.`)]
  const start = (): Promise<void> =>
    confirm({
      purpose: 'seal',
      place,
      onProof: (code) => {
        const printed = toPrintedCode(crypto.getRandomValues(new Uint8Array(16)))
        const seed = createSeedChoice()
        const form = createForm({
          label: 'Your printed code',
          type: 'text',
          button: 'Seal',
          onSubmit: async (typed) => {
            const value = await toFactorValue(typed)
            if (value !== (await toFactorValue(printed))) throw new Error('This is not the code shown above.')
            await call('seal.add', { factor: { kind: 'code', value }, code, makesSeed: seed.isChosen() })
            await refresh()
          },
        })
        const note =
          'Write this code on paper, then type it in. Without it or a passkey, the wallet can’t be opened again.'
        place.replaceChildren(h('p', {}, note), createSecret(printed, { name: 'Seal code' }), seed.element, form)
        return Promise.resolve()
      },
    })
  const wait = 'It takes effect after 24 hours. Until then the wallet works as before, and you can cancel it.'
  return [h('p', {}, wait), createButton('Seal my wallet', start)]
}

/** Whether the wallet also moves to a new seed, so that old copies open nothing it receives from then on. */
function createSeedChoice(): { readonly element: HTMLElement; readonly isChosen: () => boolean } {
  const input = h('input', { type: 'checkbox' })
  const text = h('span', {}, 'Also move to a new seed')
  const about = h(
    'small',
    { id: 'seed-about' },
    'Recommended if older copies of the wallet service’s data may exist: they could still open your current seed. Your wallet gets new addresses. The old ones remain yours, and you can switch to them on this page to move their assets. Give the new addresses to apps and to people who pay you.',
  )
  input.setAttribute('aria-describedby', 'seed-about')
  const element = h('div', { class: 'choice' }, h('label', {}, input, text), about)
  return { element, isChosen: () => input.checked }
}

function createPending(
  { call, refresh }: SealOptions,
  { dueAt, makesSeed }: NonNullable<AccountState['pendingSeal']>,
): readonly Node[] {
  const cancel = createButton('Cancel sealing', async () => {
    await call('seal.cancel', {})
    await refresh('Sealing was canceled. Your wallet stays as it is.')
  })
  const seed = makesSeed ? ' It gets new addresses then.' : ''
  const text = `Your wallet will be sealed on ${toTime(dueAt)}.${seed} Until then it works as before. If you didn’t ask for this, cancel it.`
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
    const note = 'To sign in an app, unlock the wallet in the app itself. Unlock it here to show the recovery phrase.'
    const onFactor = async (value: string): Promise<void> => {
      await call('seal.unlock', { value })
      await refresh()
    }
    return [h('p', {}, note), ...createFactorForm({ button: 'Unlock', passkeys, onFactor })]
  }
  const lock = createButton('Lock in all browsers', async () => {
    await call('seal.lock', {})
    await refresh()
  })
  return [h('p', { role: 'status' }, `Unlocked on this page until ${toTime(unlockedUntil)}.`), lock]
}

/** In a new browser: an older one has to confirm it first. */
function createConfirmRequest({ call, state: { seal }, refresh }: SealOptions): readonly Node[] {
  const { askedUntil, unlockFrom } = seal
  if (askedUntil !== undefined) {
    const text = `Waiting until ${toTime(askedUntil)}. Open this page in a browser that you have used for more than a day, and confirm this browser there.`
    return [h('p', { role: 'status' }, text), createButton('Check again', () => refresh())]
  }
  const text = `This browser is new to your wallet. It can unlock it from ${toTime(unlockFrom)}, or as soon as you confirm it in a browser that you have used for more than a day.`
  const begin = createButton('Request confirmation', async () => {
    await call('seal.ask', {})
    await refresh()
  })
  return [h('p', {}, text), begin]
}

/** Changes that need one of the wallet's factors, whether it is locked or not. */
function createChanges({ call, name, state, confirm, refresh }: SealOptions, place: HTMLElement): readonly Node[] {
  const { passkeys } = state.seal
  const show = (button: string, onFactor: (by: string) => Promise<void>): void =>
    place.replaceChildren(
      h('p', {}, 'Confirm with a printed code or passkey that already unlocks your wallet.'),
      ...createFactorForm({ button, passkeys, onFactor }),
    )
  const add = createButton(
    'Add a passkey for unlocking',
    () =>
      confirm({
        purpose: 'seal',
        place,
        prepare: () => createPasskey({ name }),
        onProof: async (code, factor) =>
          show('Add passkey', async (by) => {
            await call('seal.add', { factor, code, by })
            await refresh('The passkey was added. It now unlocks your wallet.')
          }),
      }),
    { tone: 'quiet' },
  )
  const remove = createButton(
    'Unseal my wallet',
    () =>
      confirm({
        purpose: 'seal',
        place,
        onProof: async (code) =>
          show('Unseal', async (by) => {
            await call('seal.remove', { code, by })
            await refresh('Your wallet is no longer sealed.')
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
  const lead =
    'These addresses are also yours, but aren’t in use. Switch to them to move their assets, then switch back. Reload your apps after you switch.'
  const rows = formerWallets.map((wallet) => createFormerRow(options, wallet))
  return [h('h3', {}, 'Your other addresses'), h('p', {}, lead), h('ul', {}, ...rows)]
}

function createFormerRow(
  { call, state, confirm, now, refresh }: SealOptions,
  { id, addresses, since }: FormerWallet,
): HTMLElement {
  const place = h('div')
  const choose = async (code: string | undefined, by?: string): Promise<void> => {
    await call('wallets.choose', { id, code, by })
    await refresh('Your wallet now uses the other addresses. Reload your apps.')
  }
  const { isSealed, passkeys } = state.seal
  const use = createButton(
    'Use these addresses',
    () =>
      confirm({
        purpose: 'seal',
        place,
        onProof: async (code) => {
          if (!isSealed) return choose(code)
          const onFactor = (by: string): Promise<void> => choose(code, by)
          place.replaceChildren(...createFactorForm({ button: 'Switch', passkeys, onFactor }))
        },
      }),
    { tone: 'quiet' },
  )
  const lines = addresses.map((address) => h('code', { dir: 'ltr' }, address))
  const about = h('small', {}, `Not in use since ${toTime(since)}`)
  return h('li', {}, ...lines, about, state.exportFrom > now ? null : use, place)
}
