import { expect } from '@playwright/test'
import { Mailbox } from '../../embedded/Mailbox.js'
import { User } from '../User.js'
import type { Visit } from '../Visit.js'
import { agree, expectEmbedded } from './agree.js'
import type { Flow } from './Flow.js'

/** A login with a code. */
export const logInByEmail: Flow = {
  title: 'logs in by email, and is still there after a reload',
  embeddedWallet: true,
  run: async (visit) => {
    const address = await logIn(visit)
    await visit.page.reload()
    expect(await expectEmbedded(visit.user)).toBe(address)
  },
}

/** The wallet behind it, which signs in a cross-site frame. */
export const signByEmail: Flow = {
  title: 'logs in by email and signs in the frame of the embedded wallet',
  embeddedWallet: true,
  run: async (visit) => {
    const { user, world } = visit
    await logIn(visit)
    await user.press('button', 'Sign message')
    await agree(user, world.frameUrl)
    await user.expectField('sign-result', /^Verified: 0x[0-9a-f]{130}$/)
    await user.expectGone('dialog', /./)
  },
}

/** Actions that cost money are approved where nothing can cover the screen. */
export const sendByEmail: Flow = {
  title: 'logs in by email and sends, and agrees in a window where the browser does not tell what lies over a frame',
  embeddedWallet: true,
  run: async (visit) => {
    const { user, page, world } = visit
    await logIn(visit)
    await user.press('button', 'Give this account 100 ETH')
    await user.expectField('fund-result', /./)
    await user.press('button', 'Send')
    const frame = world.frameUrl
    const isFrame = await page.evaluate(() => 'isVisible' in IntersectionObserverEntry.prototype, null)
    if (isFrame) await agree(user, frame)
    else await agree(new User(await page.waitForPopup(() => user.press('button', 'Open to approve', { frame }))))
    await user.expectField('send-result', /^Mined in block \d+: 0x[0-9a-f]{64}$/)
  },
}

/** Returns the EVM address. */
async function logIn({ user, page, open, world }: Visit): Promise<string> {
  const mailbox = new Mailbox(undefined, world.mailboxUrl)
  await open('?solana=1&embeddedWallet=1')
  await user.press('button', 'Connect')
  await user.fill('Email address', mailbox.address)
  await page.key('Enter')
  await user.find('heading', 'Approve this device')
  const mail = await page.newPage()
  await mail.goto(await mailbox.nextLink(0))
  const reader = new User(mail)
  await reader.press('button', /^Approve/)
  await reader.expectText('You can close this page.')
  await mail.close()
  await user.fill('Six-digit code', await mailbox.nextCode(0))
  return expectEmbedded(user)
}
