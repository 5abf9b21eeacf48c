import { h } from '../../frame/approval/h.js'
import type { Ask } from '../../frame/session/ask.js'
import { toBase64url } from '../../frame/toBase64url.js'
import { parsePrintedCode, toPrintedCode } from '../../printed/printedCode.js'
import type { AccountState } from '../../protocol/account.js'
import { createButton, createForm, createSecret, createSection, toTime } from '../parts.js'
import { askPasskey, createPasskey } from '../passkey.js'
import type { Confirm } from './confirm.js'

export type SealOptions = {
  readonly ask: Ask
  readonly state: AccountState
  /** By which a passkey is told apart. */
  readonly name: string
  readonly confirm: Confirm
  readonly refresh: () => Promise<void>
}

/** The switch by which a wallet needs what only its owner has. */
export function createSeal(options: SealOptions): HTMLElement {
  const { isSealed, unlockedUntil } = options.state
  const place = h('div')
  if (!isSealed) place.append(createButton('Seal my wallet', () => startSeal(options, place)))
  else if (unlockedUntil === undefined) place.append(...createUnlock(options))
  else place.append(...createUnlocked(options, { place, until: unlockedUntil }))
  const lead = isSealed
    ? 'Your wallet is sealed: nothing is signed until you unlock it here, for 15 minutes.'
    : 'Sealed, your wallet signs only within 15 minutes after you have unlocked it here by a printed code or a passkey. Who loses all of these loses the wallet.'
  return createSection('Sealed wallet', h('p', {}, lead), place)
}

async function startSeal({ ask, confirm, refresh }: SealOptions, place: HTMLElement): Promise<void> {
  await confirm({
    ...{ purpose: 'seal', place },
    onProof: (code) => {
      const secret = crypto.getRandomValues(new Uint8Array(16))
      const printed = toPrintedCode(secret)
      const note = 'Write this code on paper, then type it in. Without it, or a passkey, nobody opens the wallet again.'
      const form = createForm({
        label: 'The code from your paper',
        type: 'text',
        button: 'Seal',
        onSubmit: async (typed) => {
          const value = await toValue(typed)
          if (value !== (await toValue(printed))) throw new Error('That is another code.')
          await ask('seal.add', { factor: { kind: 'code', value }, code })
          await refresh()
        },
      })
      place.replaceChildren(h('p', {}, note), createSecret(printed, { name: 'Seal code' }), form)
      return Promise.resolve()
    },
  })
}

function createUnlock({ ask, state: { passkeys }, refresh }: SealOptions): readonly (Node | string)[] {
  const unlock = async (value: string): Promise<void> => {
    await ask('seal.unlock', { value })
    await refresh()
  }
  const form = createForm({
    label: 'Your printed code',
    type: 'text',
    button: 'Unlock',
    onSubmit: async (typed) => unlock(await toValue(typed)),
  })
  const byPasskey = createButton('Unlock by passkey', async () => unlock(await askPasskey(passkeys)))
  return passkeys.length > 0 ? [byPasskey, form] : [form]
}

function createUnlocked(
  { ask, name, confirm, refresh }: SealOptions,
  { place, until }: { readonly place: HTMLElement; readonly until: number },
): readonly Node[] {
  const lock = createButton('Lock', async () => {
    await ask('seal.lock', {})
    await refresh()
  })
  const add = createButton('Add a passkey', () =>
    confirm({
      ...{ purpose: 'seal', place },
      prepare: () => createPasskey({ name }),
      onProof: async (code, factor) => {
        await ask('seal.add', { factor, code })
        await refresh()
      },
    }),
  )
  const remove = createButton(
    'Unseal my wallet',
    () =>
      confirm({
        ...{ purpose: 'seal', place },
        onProof: async (code) => {
          await ask('seal.remove', { code })
          await refresh()
        },
      }),
    { tone: 'quiet' },
  )
  return [h('p', { role: 'status' }, `Unlocked until ${toTime(until)}.`), lock, add, remove]
}

/** What a printed code unlocks by. Throws where it is none. */
async function toValue(printed: string): Promise<string> {
  const secret = parsePrintedCode(printed)
  if (!secret) throw new Error('This is no code of ours: one of its letters may be misread.')
  return toBase64url(new Uint8Array(await crypto.subtle.digest('SHA-256', Uint8Array.from(secret))))
}
