import { describe, expect, it } from 'vitest'
import { shellTexts } from '../../i18n/messages/shell.js'
import { toPhoneTexts } from './MobilePanel.js'
import { pairingTexts } from './messages.js'
import type { Opening } from './useOpening.js'

const texts = { ...shellTexts, ...pairingTexts }

const statuses: readonly Opening['status'][] = ['ready', 'opening', 'opened', 'failed']

describe('toPhoneTexts', () => {
  it('returns the title and button text for each status, with and without a wallet', () => {
    const rows = statuses.flatMap((status) =>
      [true, false].map((hasWallet) => {
        const { title, open } = toPhoneTexts({ opening: { status, way: 0 }, hasWallet, hasCode: true, ways: 2 })
        return [status, hasWallet ? 'a wallet' : 'any wallet', texts[title], texts[open]].join(' | ')
      }),
    )
    expect(rows).toMatchInlineSnapshot(`
      [
        "ready | a wallet | Continue in {wallet} | Open {wallet}",
        "ready | any wallet | Choose a wallet app | Choose a wallet app",
        "opening | a wallet | Continue in {wallet} | Open {wallet}",
        "opening | any wallet | Choose a wallet app | Choose a wallet app",
        "opened | a wallet | Waiting for {wallet} | Open {wallet} again",
        "opened | any wallet | Waiting for {wallet} | Choose a wallet app",
        "failed | a wallet | Couldn't open {wallet} | Open {wallet}",
        "failed | any wallet | Couldn't open {wallet} | Choose a wallet app",
      ]
    `)
  })

  it('returns the preparing text in every status until there is a code', () => {
    for (const status of statuses)
      expect(toPhoneTexts({ opening: { status, way: 0 }, hasWallet: true, hasCode: false, ways: 0 })).toMatchObject({
        text: 'phonePreparing',
      })
  })

  it('returns the title for connecting with a link if the app cannot be opened', () => {
    for (const status of statuses)
      expect(toPhoneTexts({ opening: { status, way: 0 }, hasWallet: true, hasCode: true, ways: 0 })).toMatchObject({
        title: 'phoneByHand',
      })
  })
})
