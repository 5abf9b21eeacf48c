import { spamToken, worldNfts, worldTokens } from '@latchkey/devnet'
import { type Address, parseEther, parseUnits } from 'viem'
import { test as base, expect } from '../fixtures/multiTest.js'
import { mintNft, mintTokens } from './actOnChain.js'
import { MoneyPage } from './MoneyPage.js'

/** Balances of each test's first account on the first chain, besides 100 ETH: a thousand dollars, an NFT, and spam. */
export const test = base.extend<{ readonly money: MoneyPage }>({
  money: async ({ demo, chains: [one] }, use) => {
    const account = demo.accounts[0] as Address
    await mintTokens(one.rpcUrl, worldTokens.USDC.address, account, parseUnits('1000', worldTokens.USDC.decimals))
    await mintTokens(one.rpcUrl, spamToken.address, account, parseEther('5000'))
    await mintNft(one.rpcUrl, worldNfts.address, account)
    await use(new MoneyPage(demo, account))
  },
})

export { expect }
