import type { AccountPurpose } from '../../protocol/account.js'
import type { LoginProvider } from '../../protocol/login.js'
import { loginNames } from '../../protocol/login.js'
import { type Letter, toLetter } from './letter.js'

/** Who asked, as far as it is known: what a mailbox's owner can tell an attacker by. */
export type Asker = {
  /** Of the page. */
  readonly origin: string
  /** e.g. `Firefox on Windows` */
  readonly browser: string
  /** e.g. `203.0.113.x` */
  readonly place: string | null
}

const toWhere = ({ origin, browser, place }: Asker): string =>
  `Site: ${origin}. Browser: ${browser}.${place === null ? '' : ` From the internet address ${place}.`}`

const notYou =
  'If it was not you, press nothing and tell the code to nobody: without it nothing happens. You may delete this mail.'

/** Asks to let a browser in that is not known. The subject says nothing secret: it is shown on locked screens. */
export function writeLinkLetter({ link, ...asker }: Asker & { readonly link: string }): Letter {
  return toLetter({
    subject: `Approve a login to ${new URL(asker.origin).host}`,
    body: [
      'Somebody logs in with your email address in a browser that we do not know yet.',
      toWhere(asker),
      { link, label: 'Look at it and approve' },
      'The link is good for 10 minutes. Approve only what you have begun yourself, and go on in the same browser.',
      notYou,
    ],
  })
}

export function writeLoginLetter({ code, ...asker }: Asker & { readonly code: string }): Letter {
  return toLetter({
    subject: `Your code for ${new URL(asker.origin).host}`,
    body: [
      'Your code to log in:',
      { code },
      toWhere(asker),
      'It is good for 10 minutes, once, and only in the browser where you asked for it.',
      notYou,
    ],
  })
}

/** To the old address. */
export function writePrimaryLetter({ code, ...asker }: Asker & { readonly code: string }): Letter {
  return toLetter({
    subject: 'Your code to change your email address',
    body: [
      'Somebody who is logged in as you wants to use another email address from now on. Your code to allow it:',
      { code },
      toWhere(asker),
      'It is good for 10 minutes and once.',
      'If it was not you, tell the code to nobody, and log out in that browser: who is logged in there can use your wallet.',
    ],
  })
}

/** To the new address. */
export function writeSecondaryLetter({ code, ...asker }: Asker & { readonly code: string }): Letter {
  return toLetter({
    subject: 'Your code to confirm your new email address',
    body: [
      'Your code to use this address to log in from now on:',
      { code },
      toWhere(asker),
      'It is good for 10 minutes and once.',
      notYou,
    ],
  })
}

/** To both addresses, neither of which is named. `undo`: in the old mailbox, a link back. */
export function writeChangedLetter({
  isNew,
  undo,
  ...asker
}: Asker & { readonly isNew: boolean; readonly undo?: string | undefined }): Letter {
  const now = isNew
    ? 'You log in with this email address from now on.'
    : 'You no longer log in with this email address.'
  return toLetter({
    subject: 'Your email address was changed',
    body: [
      now,
      toWhere(asker),
      'All other browsers were logged out. For a day nobody logs in on another one, and the wallet cannot be exported.',
      ...(undo === undefined ? [] : [{ link: undo, label: 'It was not me: undo this (for 72 hours)' }]),
      'If it was not you, somebody had both your browser and a code from your mailbox: secure the mailbox first.',
    ],
  })
}

export function writeUndoneLetter(): Letter {
  return toLetter({
    subject: 'The change of your email address was undone',
    body: [
      'The link in the mailbox of before was pressed: its address is the one to log in with again.',
      'All browsers were logged out, and those that came with the change or after it are forgotten.',
    ],
  })
}

/** `revoke`: a link that logs that browser out; `account`: the page with all of them. */
export function writeNewDeviceLetter({
  by,
  revoke,
  account,
  ...asker
}: Asker & { readonly by: 'email' | LoginProvider; readonly revoke: string; readonly account: string }): Letter {
  const way = by === 'email' ? 'your email address and a code from this mailbox' : `your account at ${loginNames[by]}`
  const cure = by === 'email' ? 'can read your mail: secure the mailbox' : `has that account: secure it`
  return toLetter({
    subject: 'Your wallet was opened in another browser',
    body: [
      `Somebody logged in with ${way}.`,
      toWhere(asker),
      `If it was not you, somebody ${cure} first, then log that browser out:`,
      { link: revoke, label: 'Log that browser out' },
      { link: account, label: 'All your browsers, and your recovery phrase' },
    ],
  })
}

const purposes: Readonly<Record<AccountPurpose, string>> = {
  export: 'to see your recovery phrase. Who has it has your wallet, for good',
  recovery: 'to get a code for paper, which moves your wallet to another mailbox',
  seal: 'to change how your wallet is sealed',
  link: 'to add a login, by which your wallet opens from then on',
  unlink: 'to take a login off your wallet',
}

export function writeAccountLetter({
  code,
  purpose,
  ...asker
}: Asker & { readonly code: string; readonly purpose: AccountPurpose }): Letter {
  return toLetter({
    subject: 'Your code to confirm it is you',
    body: [
      `Your code ${purposes[purpose]}:`,
      { code },
      toWhere(asker),
      'It is good for 10 minutes and once. Enter it in the window of its own that you have opened, and nowhere else: no app asks for it.',
      notYou,
    ],
  })
}

export function writeExportedLetter(asker: Asker): Letter {
  return toLetter({
    subject: 'Your recovery phrase was shown',
    body: [
      'Somebody who was logged in as you, with a code from this mailbox, has seen the recovery phrase of your wallet.',
      toWhere(asker),
      'If it was not you, move what you own to another wallet at once, and secure the mailbox.',
    ],
  })
}

/** `remove`: a link that takes the login off again. */
export function writeLinkedLetter({
  provider,
  remove,
  account,
  ...asker
}: Asker & { readonly provider: LoginProvider; readonly remove: string; readonly account: string }): Letter {
  const name = loginNames[provider]
  return toLetter({
    subject: `Your wallet has a new login with ${name}`,
    body: [
      `Somebody who was logged in as you, with a code from this mailbox, has added an account at ${name}: it opens your wallet from now on.`,
      toWhere(asker),
      'If it was not you, secure the mailbox first, then take that login off, and look at your browsers:',
      { link: remove, label: 'It was not me: take it off' },
      { link: account, label: 'All your logins and browsers' },
    ],
  })
}

/** `undo`: where it was this mailbox that went, a link back. */
export function writeUnlinkedLetter({
  provider,
  undo,
  account,
  ...asker
}: Asker & {
  readonly provider: 'email' | LoginProvider
  readonly undo?: string | undefined
  readonly account: string
}): Letter {
  const name = provider === 'email' ? 'this email address' : `your account at ${loginNames[provider]}`
  return toLetter({
    subject: 'A login was taken off your wallet',
    body: [
      `Your wallet no longer opens with ${name}. Browsers that were logged in with it are logged out.`,
      toWhere(asker),
      'If it was not you, somebody had both your browser and a code from your mailbox: secure the mailbox first.',
      undo === undefined
        ? { link: account, label: 'Log in, and add it again' }
        : { link: undo, label: 'It was not me: undo this (for 72 hours)' },
    ],
  })
}

/** e.g. `2026-11-25 00:10 UTC`. `time`: milliseconds since the epoch. */
export function formatTime(time: number): string {
  return `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

/** `cancel`: a link that ends the hold without a transfer, and logs out the browser that asked. */
export function writeHeldLetter({
  until,
  cancel,
  account,
  ...asker
}: Asker & { readonly until: number; readonly cancel: string; readonly account: string }): Letter {
  return toLetter({
    subject: 'A transfer from your wallet is on hold',
    body: [
      `Somebody who is logged in as you approved a transfer. It is held until ${formatTime(until)}, and can be made after that.`,
      toWhere(asker),
      'If it was you, do nothing, and ask for the transfer again after that time.',
      'If it was not you, cancel it now, then secure your mailbox:',
      { link: cancel, label: 'Cancel the transfer and log that browser out' },
      { link: account, label: 'All your browsers' },
    ],
  })
}

/** `cancel`: a link that leaves the wallet as it is, and logs out the browser that asked. */
export function writePendingSealLetter({
  dueAt,
  makesSeed,
  cancel,
  account,
  ...asker
}: Asker & {
  readonly dueAt: number
  readonly makesSeed: boolean
  readonly cancel: string
  readonly account: string
}): Letter {
  const seed = makesSeed ? ' It gets new addresses then; the old ones stay yours.' : ''
  return toLetter({
    subject: 'Your wallet will be locked with your own key',
    body: [
      `Somebody who is logged in as you asked to lock your wallet with a printed code. It takes effect at ${formatTime(dueAt)}.${seed}`,
      toWhere(asker),
      'From then on nobody opens the wallet without that code, and nobody can restore it. If it was you, keep the code safe and do nothing.',
      'If it was not you, cancel it before that time, then secure your mailbox:',
      { link: cancel, label: 'Cancel it and log that browser out' },
      { link: account, label: 'All your browsers' },
    ],
  })
}

export function writeSealedLetter({
  makesSeed,
  account,
}: {
  readonly makesSeed: boolean
  readonly account: string
}): Letter {
  return toLetter({
    subject: 'Your wallet is locked with your own key',
    body: [
      'From now on it signs only within 15 minutes after you have unlocked it, in the browser where you did.',
      ...(makesSeed
        ? [
            'It has new addresses. What is at the old ones is still yours: move it, and give the new ones to those who pay you.',
          ]
        : []),
      { link: account, label: 'Your wallet' },
    ],
  })
}

/** A factor was added, or the seal taken off, by somebody who had one of its factors. */
export function writeSealChangedLetter({
  isRemoved,
  account,
  ...asker
}: Asker & { readonly isRemoved: boolean; readonly account: string }): Letter {
  return toLetter({
    subject: isRemoved ? 'Your wallet is no longer locked' : 'Your wallet has another way to unlock it',
    body: [
      isRemoved
        ? 'Somebody who had your printed code or passkey took off the lock of your wallet.'
        : 'Somebody who had your printed code or passkey added another one: it unlocks your wallet from now on.',
      toWhere(asker),
      'If it was not you, move what you own to another wallet at once.',
      { link: account, label: 'Your wallet' },
    ],
  })
}

/** `revoke`: a link that logs the new browser out. */
export function writeUnlockAskedLetter({
  until,
  revoke,
  account,
  ...asker
}: Asker & { readonly until: number; readonly revoke: string; readonly account: string }): Letter {
  return toLetter({
    subject: 'A new browser asks to unlock your wallet',
    body: [
      `Confirm it until ${formatTime(until)}, in a browser that you have used for longer than a day.`,
      toWhere(asker),
      { link: account, label: 'Look at it and confirm' },
      'If it was not you, log that browser out, then secure your mailbox:',
      { link: revoke, label: 'Log that browser out' },
    ],
  })
}

/** `cancel`: in the mailbox of before. */
export function writeRecoveryLetter({ cancel, ...asker }: Asker & { readonly cancel?: string | undefined }): Letter {
  const isOld = cancel !== undefined
  return toLetter({
    subject: 'Your wallet moves to another mailbox',
    body: [
      isOld
        ? 'Somebody has your printed recovery code, and in 72 hours your wallet belongs to another email address.'
        : 'Somebody moves their wallet to this email address by a printed recovery code. Log in with it in 72 hours.',
      toWhere(asker),
      ...(cancel === undefined ? [] : [{ link: cancel, label: 'It was not me: cancel this' }]),
      isOld ? 'If it was you, do nothing.' : 'If it was not you, do nothing: delete this mail.',
    ],
  })
}

export function writeRecoveredLetter(): Letter {
  return toLetter({
    subject: 'Your wallet has moved to another mailbox',
    body: ['It was recovered by its printed code. You no longer log in with this email address.'],
  })
}
