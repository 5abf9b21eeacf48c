import type { ViewName } from '@latchkey/core'
import { describe, expect, it } from 'vitest'
import { loadArea } from './loadArea.js'

const areas: readonly (readonly ViewName[])[] = [
  ['WalletSend'],
  ['WalletSendSelectToken', 'WalletSendPreview'],
  ['Swap'],
  ['SwapSelectToken', 'SwapPreview'],
  ['WalletReceive', 'WalletCompatibleNetworks'],
  ['Transactions'],
  ['ProfileWallets'],
  ['FundWallet', 'OnRampProviders'],
  ['OnRampAmount', 'BuyInProgress'],
  ['RegisterAccountName', 'RegisterAccountNameSuccess'],
  ['SmartSessions'],
  ['Pay'],
  ['AccountSettings', 'UpdateEmailWallet', 'UpdateEmailPrimaryOtp', 'UpdateEmailSecondaryOtp'],
  ['EmailLogin', 'EmailVerifyDevice', 'EmailVerifyOtp', 'ConnectSocials', 'ConnectingSocial'],
  ['ConnectingFarcaster', 'ApproveTransaction'],
]

describe('loadArea', () => {
  it.each(areas.flatMap((names) => names.map((name) => [name, names] as const)))(
    'finds %s, with those that are found together with it',
    async (name, names) => {
      const { views } = await loadArea(name)
      expect(views.map((view) => view.name)).toEqual(expect.arrayContaining([...names]))
      expect(views.map((view) => view.name)).toContain(name)
    },
  )

  it('has none of what nobody defined', async () => {
    const { views } = await loadArea('NoView' as ViewName)
    expect(views.map(({ name }) => name)).not.toContain('NoView')
  })
})
