import { expect } from '@playwright/test'
import { Mailbox } from '../../embedded/Mailbox.js'
import { Visitor } from '../Visitor.js'
import { agree, expectEmbedded } from './agree.js'
import type { Flow } from './Flow.js'

/** A login with a code, for a wallet that signs in a frame of another site. */
export const logInByEmail: Flow = {
  title: 'logs in by email, signs in the frame of the embedded wallet, and is still there after a reload',
  embeddedWallet: true,
  run: async ({ visitor, page, open, world: { frameUrl, mailboxUrl } }) => {
    const mailbox = new Mailbox(undefined, mailboxUrl)
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
    const address = await expectEmbedded(visitor)

    await visitor.press('button', 'Sign message')
    await agree(visitor, frameUrl)
    await visitor.expectField('sign-result', /^Verified: 0x[0-9a-f]{130}$/)
    await visitor.expectGone('dialog', /./)

    await page.reload()
    expect(await expectEmbedded(visitor)).toBe(address)
  },
}
