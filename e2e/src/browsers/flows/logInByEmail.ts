import { expect } from '@playwright/test'
import { Mailbox } from '../../embedded/Mailbox.js'
import type { Visit } from '../Visit.js'
import { Visitor } from '../Visitor.js'
import { agree, expectEmbedded } from './agree.js'
import type { Flow } from './Flow.js'

/** A login with a code. */
export const logInByEmail: Flow = {
  title: 'logs in by email, and is still there after a reload',
  embeddedWallet: true,
  run: async (visit) => {
    const address = await logIn(visit)
    await visit.page.reload()
    expect(await expectEmbedded(visit.visitor)).toBe(address)
  },
}

/** The wallet behind it, which signs in a cross-site frame. */
export const signByEmail: Flow = {
  title: 'logs in by email and signs in the frame of the embedded wallet',
  embeddedWallet: true,
  run: async (visit) => {
    const { visitor, world } = visit
    await logIn(visit)
    await visitor.press('button', 'Sign message')
    await agree(visitor, world.frameUrl)
    await visitor.expectField('sign-result', /^Verified: 0x[0-9a-f]{130}$/)
    await visitor.expectGone('dialog', /./)
  },
}

/** Actions that cost money are approved where nothing can cover the screen. */
export const sendByEmail: Flow = {
  title: 'logs in by email and sends, and agrees in a window where the browser does not tell what lies over a frame',
  embeddedWallet: true,
  run: async (visit) => {
    const { visitor, page, world } = visit
    await logIn(visit)
    await visitor.press('button', 'Give this account 100 ETH')
    await visitor.expectField('fund-result', /./)
    await visitor.press('button', 'Send')
    const frame = world.frameUrl
    const isFrame = await page.evaluate(() => 'isVisible' in IntersectionObserverEntry.prototype, null)
    if (isFrame) await agree(visitor, frame)
    else await agree(new Visitor(await page.waitForPopup(() => visitor.press('button', 'Open to approve', { frame }))))
    await visitor.expectField('send-result', /^Mined in block \d+: 0x[0-9a-f]{64}$/)
  },
}

/** Returns the EVM address. */
async function logIn({ visitor, page, open, world }: Visit): Promise<string> {
  const mailbox = new Mailbox(undefined, world.mailboxUrl)
  await open('?solana=1&embeddedWallet=1')
  await visitor.press('button', 'Connect')
  await visitor.fill('Email address', mailbox.address)
  await page.key('Enter')
  await visitor.find('heading', 'Approve this device')
  const mail = await page.newPage()
  await mail.goto(await mailbox.nextLink(0))
  const reader = new Visitor(mail)
  await reader.press('button', /^Approve/)
  await reader.expectText('You can close this page.')
  await mail.close()
  await visitor.fill('Code of six digits', await mailbox.nextCode(0))
  return expectEmbedded(visitor)
}
