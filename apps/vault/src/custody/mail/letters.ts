import type { LoginProvider } from '../../protocol/custody.js'
import { providerNames } from '../providers/provider.js'
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

/** To both addresses, neither of which is named. */
export function writeChangedLetter({ isNew, ...asker }: Asker & { readonly isNew: boolean }): Letter {
  const now = isNew
    ? 'You log in with this email address from now on.'
    : 'You no longer log in with this email address.'
  return toLetter({
    subject: 'Your email address was changed',
    body: [
      now,
      toWhere(asker),
      'All other browsers were logged out.',
      'If it was not you, somebody had both your browser and a code from your mailbox: secure the mailbox, and write to this site.',
    ],
  })
}

export function writeNewDeviceLetter({ by, ...asker }: Asker & { readonly by: 'email' | LoginProvider }): Letter {
  const way =
    by === 'email' ? 'your email address and a code from this mailbox' : `your account at ${providerNames[by]}`
  const cure = by === 'email' ? 'can read your mail: secure the mailbox' : `has that account: secure it`
  return toLetter({
    subject: 'Your wallet was opened in another browser',
    body: [`Somebody logged in with ${way}.`, toWhere(asker), `If it was not you, somebody ${cure} first.`],
  })
}
