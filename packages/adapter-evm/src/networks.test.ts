import arbitrumOne from '@web3icons/core/svgs/networks/background/arbitrum-one.svg.js'
import avalanche from '@web3icons/core/svgs/networks/background/avalanche.svg.js'
import base from '@web3icons/core/svgs/networks/background/base.svg.js'
import binanceSmartChain from '@web3icons/core/svgs/networks/background/binance-smart-chain.svg.js'
import blast from '@web3icons/core/svgs/networks/background/blast.svg.js'
import celo from '@web3icons/core/svgs/networks/background/celo.svg.js'
import ethereum from '@web3icons/core/svgs/networks/background/ethereum.svg.js'
import gnosis from '@web3icons/core/svgs/networks/background/gnosis.svg.js'
import linea from '@web3icons/core/svgs/networks/background/linea.svg.js'
import optimism from '@web3icons/core/svgs/networks/background/optimism.svg.js'
import polygon from '@web3icons/core/svgs/networks/background/polygon.svg.js'
import scroll from '@web3icons/core/svgs/networks/background/scroll.svg.js'
import zksync from '@web3icons/core/svgs/networks/background/zksync.svg.js'
import zora from '@web3icons/core/svgs/networks/background/zora.svg.js'
import { describe, expect, test } from 'vitest'
import { createNetwork } from '../test/createNetwork.js'
import { getNetworkImage } from './networks.js'

/** Logos by chain id; Sepolia has the one of its main network. */
const marks: { readonly [chainId: number]: string } = {
  1: ethereum,
  10: optimism,
  56: binanceSmartChain,
  100: gnosis,
  137: polygon,
  324: zksync,
  8453: base,
  42161: arbitrumOne,
  42220: celo,
  43114: avalanche,
  59144: linea,
  81457: blast,
  534352: scroll,
  7777777: zora,
  11155111: ethereum,
}

function toSvg(mark: string): string {
  return mark.replace(' class="web3icons"', '').replace(/>\s+</g, '><').trim()
}

describe('marks of networks', () => {
  // `vitest run networks -u` rewrites the file, e.g. after an update of @web3icons/core
  test('are those of @web3icons/core', async () => {
    const lines = Object.entries(marks).map(([id, mark]) => `  ${id}: '${toSvg(mark)}',\n`)
    const text = `/** Marks of chains by chain id, from @web3icons/core (MIT). Written by networks.test.ts. */\nexport const networkSvgs: { readonly [chainId: number]: string | undefined } = {\n${lines.join('')}}\n`
    await expect(text).toMatchFileSnapshot('./networkImages.generated.ts')
  })

  for (const id of Object.keys(marks))
    test(`there is one for chain ${id}: a picture without scripts and without other hosts`, async () => {
      const image = (await getNetworkImage(createNetwork(Number(id)))) ?? ''
      expect(image).toMatch(/^data:image\/svg\+xml,/)
      const svg = decodeURIComponent(image.slice('data:image/svg+xml,'.length))
      expect(svg).toMatch(/^<svg [^>]*viewBox/)
      expect(svg.replace('xmlns="http://www.w3.org/2000/svg"', '')).not.toMatch(/<script|\bon\w+=|href|http/i)
    })

  test('there is none for others', async () => {
    expect(await getNetworkImage(createNetwork(31_337))).toBeUndefined()
  })
})
